import { tidyText } from '@backoffice/contract/field-kinds'
import {
  writtenFields as allFields,
  type TableDeclaration,
  type TableField,
  templateColumns,
} from '@backoffice/contract/table'
import { readCell } from './guarded-cell.ts'

/** A field that a file writes: the table’s own and the common ones. */
export type WrittenField = TableField

export function writtenFields(table: TableDeclaration): Map<string, WrittenField> {
  const columns = templateColumns(table)
  return new Map(Object.entries(allFields(table)).filter(([name]) => columns.includes(name)))
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
