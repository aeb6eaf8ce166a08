import type { UploadColumns } from '@backoffice/contract/columns'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { plural } from '../../../kit/format/format-number.ts'
import { shortDayAt } from '../../../kit/format/format-time.ts'
import type { Tone } from '../../../ui/badge.tsx'
import {
  type Choices,
  type Column,
  doubledFields,
  emptyValues,
  isDoubled,
  missingFields,
  missingFormats,
} from './choices.ts'

/** A, B, …, Z, AA, as a spreadsheet names its columns. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}

/** `B Store no.` */
export const columnName = ({ index, name }: Column) => `${columnLetter(index)} ${name}`.trim()

export const labelOf = (layout: ImportLayout, field: string) => layout.fields[field]?.label ?? field

/** `Company, Region and City` */
export function describeNames(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

export type MatchState = { text: string; tone: Tone; icon?: 'check' | 'refresh' | 'info' | 'warning' }

type Context = {
  columns: UploadColumns
  start: Choices
  choices: Choices
  /** True if the file was checked with `columns.matched`. */
  isInForce: boolean
}

/** The origin of a column's field. */
export function matchState(
  column: Column,
  { columns: { matched }, start, choices, isInForce }: Context,
): MatchState {
  const { index, suggestion } = column
  const field = choices.fields[index] ?? ''
  if (field === '') return { text: 'Not imported', tone: 'quiet' }
  if (isDoubled(choices, field)) return { text: 'Two columns for one field', tone: 'bad', icon: 'warning' }
  if (field !== start.fields[index]) return { text: 'Chosen by you', tone: 'ok', icon: 'check' }
  const isMatched = matched?.fields.some(
    (each) => each.field === field && 'column' in each && each.column === index,
  )
  if (isMatched && isInForce) return { text: 'As in the last check', tone: 'ok', icon: 'check' }
  if (suggestion?.field === field && suggestion.by === 'name')
    return { text: 'Matched by name', tone: 'ok', icon: 'check' }
  if (matched && isMatched) return { text: remembered(matched), tone: 'ok', icon: 'refresh' }
  if (suggestion?.by === 'memory') return { text: 'Remembered', tone: 'ok', icon: 'refresh' }
  return { text: 'Suggested', tone: 'info', icon: 'info' }
}

function remembered({ at, by }: NonNullable<UploadColumns['matched']>): string {
  return by === null ? `Remembered from ${shortDayAt(at)}` : `Matched by ${by} on ${shortDayAt(at)}`
}

/** The reasons why the rows cannot be reviewed yet. */
export function describeProblems(
  columns: readonly Column[],
  layout: ImportLayout,
  choices: Choices,
): string[] {
  const label = (field: string) => labelOf(layout, field)
  const missing = missingFields(layout, choices).length
  const doubled = doubledFields(choices).map(label)
  const empty = emptyValues(choices).map(label)
  const formats = missingFormats(columns, layout, choices).map(({ index }) =>
    label(choices.fields[index] ?? ''),
  )
  return [
    missing > 0 && `${plural(missing, 'required field has', 'required fields have')} no column`,
    doubled.length > 0 && `${describeNames(doubled)} ${doubled.length === 1 ? 'has' : 'have'} two columns`,
    empty.length > 0 &&
      `${describeNames(empty)} ${empty.length === 1 ? 'needs its value' : 'need their values'}`,
    formats.length > 0 &&
      `${describeNames(formats)} ${formats.length === 1 ? 'needs a format' : 'need formats'}`,
  ].filter((text) => text !== false)
}
