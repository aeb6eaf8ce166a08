import { tidyText } from '@backoffice/contract/field-kinds'
import {
  COMMON_FIELDS,
  ROW_STATUSES,
  type TableDeclaration,
  type TableField,
  templateColumns,
} from '@backoffice/contract/table'
import { readCell } from './guarded-cell.ts'

/** A field that a file writes: the table’s own and the common ones. */
export type WrittenField = Pick<
  TableField,
  'label' | 'type' | 'options' | 'optional' | 'decimals' | 'default'
>

const COMMON: Readonly<Record<string, WrittenField>> = {
  status: { label: COMMON_FIELDS.status.label, type: 'choice', options: ROW_STATUSES, default: 'ACTIVE' },
  effective_from: { label: COMMON_FIELDS.effective_from.label, type: 'date', optional: true },
  effective_to: { label: COMMON_FIELDS.effective_to.label, type: 'date', optional: true },
}

export function writtenFields(table: TableDeclaration): Map<string, WrittenField> {
  const fields: Readonly<Record<string, WrittenField | undefined>> = { ...table.fields, ...COMMON }
  return new Map(templateColumns(table).flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
}

/** The value of a cell as it is stored; null for an empty one. `isTidied`: it was written otherwise (W002). */
export function tidyCell(text: string, field: WrittenField): { value: string | null; isTidied: boolean } {
  const plain = readCell(text)
  const trimmed = plain.trim()
  if (trimmed === '') return { value: null, isTidied: plain !== '' }
  const value = field.options ? choiceOf(trimmed, field.options) : tidyText(field, trimmed)
  return { value, isTidied: value !== plain }
}

/** By its name or label, in any case; what is neither stays as it is. */
function choiceOf(text: string, options: Readonly<Record<string, string>>): string {
  const wanted = text.toLowerCase()
  const found = Object.entries(options).find((names) => names.some((name) => name.toLowerCase() === wanted))
  return found?.[0] ?? text
}
