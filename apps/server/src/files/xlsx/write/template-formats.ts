import { FIELD_KINDS } from '@backoffice/contract/field-types'
import type { ImportLayout } from '@backoffice/contract/import-layout'
import type { FieldType } from '@backoffice/contract/list'
import type { ColumnKind } from './columns.ts'

/** Kind of a column by the type of its field. */
export const KIND_OF_TYPE = {
  text: 'text',
  code: 'code',
  choice: 'text',
  date: 'date',
  time: 'time',
  number: 'number',
} as const satisfies Record<FieldType, ColumnKind>

/** Kinds of the columns of a template, by their names. */
export function templateKinds({
  fields,
}: Pick<ImportLayout, 'fields'>): Readonly<Record<string, ColumnKind>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { type }]) => [name, KIND_OF_TYPE[FIELD_KINDS[type].listed]]),
  )
}
