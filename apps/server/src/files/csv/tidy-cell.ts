import { tidyText } from '@backoffice/contract/field-types'
import { tableLayout } from '@backoffice/contract/import-layouts'
import type { TableDeclaration, TableField } from '@backoffice/contract/table'
import { readCell } from './guarded-cell.ts'

/** Fields of a file by column name: the table’s own and the common ones. */
export function templateFields(table: TableDeclaration): Map<string, TableField> {
  return new Map(Object.entries(tableLayout(table).fields))
}

/** The stored value of a cell; null if empty. `isTidied`: the cell differs (W002). */
export function tidyCell(text: string, field: TableField): { value: string | null; isTidied: boolean } {
  const plain = readCell(text)
  const trimmed = plain.trim()
  if (trimmed === '') return { value: null, isTidied: plain !== '' }
  const value = field.options ? choiceOf(trimmed, field.options) : tidyText(field, trimmed)
  return { value, isTidied: value !== plain }
}

/** Matches a name or label, ignoring case. Other texts are unchanged. */
function choiceOf(text: string, options: Readonly<Record<string, string>>): string {
  const wanted = text.toLowerCase()
  const found = Object.entries(options).find((names) => names.some((name) => name.toLowerCase() === wanted))
  return found?.[0] ?? text
}
