import type { RuleSet } from '@backoffice/contract/rules/check'
import {
  COMMON_FIELDS,
  keyFields,
  type RowBase,
  type TableDeclaration,
  type TableField,
} from '@backoffice/contract/table'
import { day } from '../format-time.ts'
import type { Values } from './merge.ts'

/** A row of any lookup table. */
export type Row = RowBase & Readonly<Record<string, unknown>>

/** What writes need of a row. */
export type SeenRow = Pick<Row, 'id' | 'version'>

/** A field of a record's form: those of the declaration, then status and dates. */
export type RecordField = {
  readonly name: string
  readonly label: string
  readonly type: TableField['type'] | 'date'
  readonly rules: RuleSet
  readonly max?: number
  readonly options?: Readonly<Record<string, string>>
  readonly key?: true
  readonly optional?: true
  readonly reference?: TableField['reference']
  readonly hint?: string
}

export function recordFields({ fields }: TableDeclaration): RecordField[] {
  const common = Object.entries(COMMON_FIELDS).map(([name, field]) => ({
    name,
    ...field,
    ...(field.type === 'date' && { optional: true as const }),
  }))
  return [...Object.entries(fields).map(([name, field]) => ({ name, ...field })), ...common]
}

/** The value of a field as the form holds it: empty for null. */
export function textOf(row: Row, name: string): string {
  const value = row[name]
  return typeof value === 'string' ? value : ''
}

export function valuesOf(table: TableDeclaration, row: Row): Record<string, string> {
  return Object.fromEntries(recordFields(table).map(({ name }) => [name, textOf(row, name)]))
}

/** Of a new record. */
export function emptyValues(table: TableDeclaration): Record<string, string> {
  return Object.fromEntries(recordFields(table).map(({ name }) => [name, name === 'status' ? 'ACTIVE' : '']))
}

/** As the API takes it: an empty optional field is null. `names`: only these. */
export function inputOf(
  table: TableDeclaration,
  values: Values,
  names?: readonly string[],
): Record<string, string | null> {
  const fields = recordFields(table).filter(({ name }) => !names || names.includes(name))
  return Object.fromEntries(
    fields.map(({ name, type, optional }) => [name, storedOf(type, values[name] ?? '') || emptyOf(optional)]),
  )
}

const storedOf = (type: RecordField['type'], value: string) =>
  type === 'code' ? value.trim().toUpperCase() : value
const emptyOf = (optional: true | undefined) => (optional ? null : '')

/** `FUEL 0041`: the values of the key that are the row's own. */
export function titleOf(table: TableDeclaration, row: Values | Row): string {
  return ownKeys(table)
    .map((name) => row[name])
    .join(' ')
}

/** The field of the key that tells the row from others of its kind: `tender_id`. */
export function ownCode(table: TableDeclaration): string {
  const own = ownKeys(table)
  return own.find((name) => table.fields[name]?.type === 'code') ?? own[0] ?? table.naming
}

/** `0041` */
export const codeOf = (table: TableDeclaration, row: Row) => textOf(row, ownCode(table))

function ownKeys(table: TableDeclaration): string[] {
  return keyFields(table).filter((name) => !table.fields[name]?.reference)
}

/** How a value is read by people: choices by their label, dates as 15 Jul 2025, empty as words. */
export function shownValue({ type, options }: Pick<RecordField, 'type' | 'options'>, value: string): string {
  if (value === '') return type === 'date' ? 'no date' : 'empty'
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : value
  return (options && Object.hasOwn(options, value) && options[value]) || value
}

/** `FUEL 0041 deleted`, `3 tenders deleted`; undefined for no rows. */
export function sentence(table: TableDeclaration, rows: readonly Row[], what: string): string | undefined {
  const [first] = rows
  if (!first) return undefined
  const subject = rows.length === 1 ? titleOf(table, first) : `${rows.length} ${table.title.toLowerCase()}`
  return `${subject} ${what}`
}
