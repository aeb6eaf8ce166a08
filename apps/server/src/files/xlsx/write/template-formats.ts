import { FIELD_TYPES } from '@backoffice/contract/field-types'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { ListedType } from '@backoffice/contract/list'
import type { CellFormat } from './columns.ts'

/** Kind of a column by the type of its field. */
export const KIND_OF_TYPE = {
  text: 'text',
  code: 'code',
  choice: 'text',
  date: 'date',
  time: 'time',
  number: 'number',
} as const satisfies Record<ListedType, CellFormat>

/** Kinds of the columns of a template, by their names. */
export function templateFormats({
  fields,
}: Pick<ImportLayout, 'fields'>): Readonly<Record<string, CellFormat>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { type }]) => [name, KIND_OF_TYPE[FIELD_TYPES[type].listed]]),
  )
}
