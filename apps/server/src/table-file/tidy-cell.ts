import { COMMON_FIELDS, ROW_STATUSES, type TableDeclaration } from '@backoffice/contract/table'
import { BAD_DATE, dayOf } from '../inquiry-file/date-cell.ts'
import { upperCode } from '../resources/lookup-tables/table-values.ts'
import { readCell } from './guarded-cell.ts'

/** A writable field of a table: its own and the common ones. */
export type WrittenField = {
  label: string
  type: 'text' | 'code' | 'choice' | 'date'
  options?: Readonly<Record<string, string>>
  optional: boolean
}

export function writtenFields({ fields }: TableDeclaration): Map<string, WrittenField> {
  const own = Object.entries(fields).map(
    ([name, { label, type, options, optional }]) =>
      [name, { label, type, ...(options && { options }), optional: optional === true }] as const,
  )
  return new Map<string, WrittenField>([
    ...own,
    ['status', { label: COMMON_FIELDS.status.label, type: 'choice', options: ROW_STATUSES, optional: false }],
    ['effective_from', { label: COMMON_FIELDS.effective_from.label, type: 'date', optional: true }],
    ['effective_to', { label: COMMON_FIELDS.effective_to.label, type: 'date', optional: true }],
  ])
}

/** The value of a cell as it is stored; null for an empty one. `isTidied`: it was written otherwise (W002). */
export function tidyCell(
  text: string,
  { type, options }: WrittenField,
): { value: string | null; isTidied: boolean } {
  const plain = readCell(text)
  const trimmed = plain.trim()
  if (trimmed === '') return { value: null, isTidied: plain !== '' }
  const value =
    type === 'code' ? upperCode(trimmed) : type === 'choice' ? choiceOf(trimmed, options) : trimmed
  return { value, isTidied: value !== plain }
}

/** By its name or label, in any case; what is neither stays as it is. */
function choiceOf(text: string, options: Readonly<Record<string, string>> = {}): string {
  const wanted = text.toLowerCase()
  const found = Object.entries(options).find((names) => names.some((name) => name.toLowerCase() === wanted))
  return found?.[0] ?? text
}

export function isDay(text: string): boolean {
  const bytes = Buffer.from(text)
  return dayOf(bytes, 0, bytes.length) !== BAD_DATE
}
