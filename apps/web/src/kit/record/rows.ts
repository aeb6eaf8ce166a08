import { type FieldType, textValue, tidyText, wireValue } from '@backoffice/contract/field-types'
import { isKeyOf, NEWER_RELEASE } from '@backoffice/contract/objects'
import {
  namingKeys,
  ownCode,
  ROW_STATES,
  ROW_STATUSES,
  type RowBase,
  type RowState,
  type TableDeclaration,
  type TableField,
  type TableInput,
  writtenFields,
} from '@backoffice/contract/table'
import type { Tone } from '../../ui/badge.tsx'
import { day, dayAfter, today } from '../format/format-time.ts'
import type { FieldTexts } from './merge.ts'

/** A row of any lookup table. */
export type Row = RowBase & Readonly<Record<string, unknown>>

/** The part of a row that a write sends. */
export type RowVersion = Pick<Row, 'id' | 'version'>

export const versionOf = ({ id, version }: Row): RowVersion => ({ id, version })

/** A field of a record's form: declared fields, then status and dates. */
export type RecordField = TableField & { readonly name: string }

export function recordFields(table: TableDeclaration): RecordField[] {
  return Object.entries(writtenFields(table)).map(([name, field]) => ({ name, ...field }))
}

/** Value of a field in the form; empty for null. */
export function textOf(row: Row, name: string): string {
  return textValue(row[name]) ?? ''
}

/** Values of a row in the form. Masked fields start empty, which keeps their value. */
export function valuesOf(table: TableDeclaration, row: Row): Record<string, string> {
  return Object.fromEntries(
    recordFields(table).map(({ name, masked }) => [name, masked ? '' : textOf(row, name)]),
  )
}

/** Values of a new record with those of the row, except its code and what belongs to one row alone. */
export function duplicateOf(table: TableDeclaration, row: Row): Record<string, string> {
  const own = recordFields(table).filter(({ name, ownedByRow }) => ownedByRow || name === ownCode(table))
  return { ...valuesOf(table, row), ...Object.fromEntries(own.map(({ name }) => [name, ''])) }
}

/** Values of a new record. */
export function emptyValues(table: TableDeclaration): Record<string, string> {
  return Object.fromEntries(recordFields(table).map(({ name, default: value = '' }) => [name, value]))
}

/** Request body: an empty optional field is null. `names`: only these fields. */
export function inputOf(table: TableDeclaration, values: FieldTexts, names?: readonly string[]): TableInput {
  const fields = recordFields(table).filter(({ name }) => !names || names.includes(name))
  const entries = fields.map((field) => {
    const text = tidyText(field, values[field.name] ?? '')
    return [field.name, text === '' && field.optional ? null : wireValue(field.type, text)]
  })
  // The declaration defines the types.
  return Object.fromEntries(entries) as TableInput
}

/** `FUEL 0041`: the row's own key values. */
export function titleOf(table: TableDeclaration, row: FieldTexts | Row): string {
  return namingKeys(table)
    .map((name) => row[name])
    .join(' ')
}

/** `0041` */
export const codeOf = (table: TableDeclaration, row: Row) => textOf(row, ownCode(table))

/** Displayed text of a value: the label of a choice, `15 Jul 2025`, `empty`. */
export function shownValue({ type, options }: Pick<RecordField, 'type' | 'options'>, value: string): string {
  if (value === '') return type === 'date' ? 'no date' : 'empty'
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : value
  return (options && Object.hasOwn(options, value) && options[value]) || value
}

/** `FUEL 0041 deleted`, `3 tenders deleted`; undefined for no rows. */
export function sentence(table: TableDeclaration, rows: readonly Row[], what: string): string | undefined {
  const [first] = rows
  if (!first) return undefined
  const subject = rows.length === 1 ? titleOf(table, first) : `${rows.length} ${table.plural}`
  return `${subject} ${what}`
}

type DatedRow = Pick<RowBase, 'status' | 'effective_from' | 'effective_to'>

/** An end within this time is shown in the badge. */
const SOON_DAYS = 30

export function rowState(row: DatedRow, now = today()): RowState {
  if (row.status === 'INACTIVE') return 'INACTIVE'
  if (row.effective_to !== null && row.effective_to < now) return 'ENDED'
  if (row.effective_from !== null && row.effective_from > now) return 'STARTS'
  return 'IN_FORCE'
}

/** `In force`, `Ends 30 Nov`, `Starts 1 Dec`, `Ended`, `Inactive`; with the year if it is not the current one. */
export function stateBadge(row: DatedRow, now = today()): { tone: Tone; text: string } {
  if (!isKeyOf(ROW_STATUSES, row.status)) return { tone: 'quiet', text: NEWER_RELEASE }
  const state = rowState(row, now)
  if (state === 'STARTS') return { tone: 'info', text: `Starts ${shortDay(row.effective_from ?? '', now)}` }
  if (state !== 'IN_FORCE') return { tone: 'quiet', text: ROW_STATES[state] }
  if (row.effective_to !== null && row.effective_to <= dayAfter(now, SOON_DAYS))
    return { tone: 'warn', text: `Ends ${shortDay(row.effective_to, now)}` }
  return { tone: 'ok', text: ROW_STATES.IN_FORCE }
}

function shortDay(date: string, now: string): string {
  return date.slice(0, 4) === now.slice(0, 4) ? day(date).slice(0, -' 2026'.length) : day(date)
}

/** Presentation of a field type. */
type Looks = {
  /** Variant of its column in a list. */
  readonly variant?: 'code' | 'numeric'
  /** True if the card layout needs the label, for values such as `Yes` and `30`. */
  readonly needsLabel?: true
  /** Phone keypad for its control. */
  readonly keypad?: 'numeric' | 'decimal'
}

export const FIELD_LOOKS: Readonly<Record<FieldType, Looks>> = {
  text: {},
  code: { variant: 'code' },
  choice: {},
  flag: { needsLabel: true },
  integer: { variant: 'numeric', needsLabel: true, keypad: 'numeric' },
  decimal: { variant: 'numeric', needsLabel: true, keypad: 'decimal' },
  date: {},
}
