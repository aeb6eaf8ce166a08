import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { upperCode } from '@backoffice/contract/field-types'
import type { CellProblem } from '@backoffice/contract/fixes'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { placesBelow } from '@backoffice/contract/places'
import type { TableDeclaration, TableField } from '@backoffice/contract/table'
import { distance } from 'fastest-levenshtein'
import { brokenRule, type Values } from '../../features/lookup-tables/table-values.ts'
import { shownCell } from '../csv/csv-cell.ts'
import { DateCell, ORDERS } from '../csv/date-cells.ts'
import type { RowToFix } from '../tracked/row-to-fix.ts'
import { type Candidates, type CodeColumn, codeColumns } from './codes.store.ts'

type ValueSuggestion = NonNullable<CellProblem['suggestion']>
/** `values` are the tidied values of the row, by field. */
export type RowWithValues = RowToFix & { values: Values }

type Input = {
  rows: readonly RowWithValues[]
  fields: ImportLayout['fields']
  /** The table of an import, and the codes that its rows can have. */
  table?: TableDeclaration | undefined
  candidates?: Candidates
}

/** Rows between two yields to the event loop. */
const ROWS_AT_ONCE = 50

/** Adds a value that would solve the problem to each problem that has one. */
export async function suggestValues({ rows, fields, table, candidates }: Input): Promise<RowToFix[]> {
  const days = daysByField(rows)
  const columns = table && codeColumns(table)
  const suggested: RowToFix[] = []
  for (const [at, { values, ...row }] of rows.entries()) {
    if (at % ROWS_AT_ONCE === 0) await yieldToEventLoop()
    const problems: CellProblem[] = []
    for (const problem of row.problems) {
      const field = problem.field === null ? undefined : fields[problem.field]
      const cell = { name: problem.field ?? '', field, text: textOf(row, problem.field), values }
      const found =
        problem.code === 'E005'
          ? dayOf(days.get(cell.name)?.get(cell.text))
          : field && (await suggest(problem.code, { ...cell, field }, columns, candidates))
      const isUsable = found && field && (await isAccepted(cell.name, field, found.value))
      problems.push({ ...problem, suggestion: isUsable ? found : null })
    }
    suggested.push({ ...row, problems })
  }
  return suggested
}

const textOf = ({ cells }: RowToFix, field: string | null) =>
  cells.find(([name]) => name === field)?.[1] ?? ''

const dayOf = (value: string | undefined): ValueSuggestion | undefined =>
  value === undefined ? undefined : { value, kind: 'date' }

function daysByField(rows: readonly RowToFix[]): Map<string, Map<string, string>> {
  const texts = rows.flatMap((row) =>
    row.problems.flatMap(({ field, code }) =>
      field !== null && code === 'E005' ? [{ field, text: textOf(row, field) }] : [],
    ),
  )
  const fields = Map.groupBy(texts, ({ field }) => field)
  return new Map([...fields].map(([field, of]) => [field, suggestDates(of.map(({ text }) => text))]))
}

type Cell = { name: string; field: TableField; text: string; values: Values }

async function suggest(
  code: string,
  cell: Cell,
  columns: ReadonlyMap<string, CodeColumn> | undefined,
  candidates: Candidates | undefined,
): Promise<ValueSuggestion | undefined> {
  const { name, field, values } = cell
  const value = values[name] ?? ''
  if (code === 'W002') return tidied(cell)
  if (code === 'E010') return otherOption(cell)
  if (code === 'E004') {
    const spaceless = cell.text.replace(/[\s\p{Cc}]+/gu, field.type === 'text' ? ' ' : '').trim()
    if (spaceless !== cell.text && spaceless !== '') return { value: spaceless, kind: 'trimmed' }
  }
  if (!['E004', 'E007', 'E012'].includes(code)) return undefined
  const column = columns?.get(name)
  if (!column || !candidates) return undefined
  const codes = await candidates.of(column, values)
  const [padded, other] = withZeros(value, field.max).filter((each) => codes.includes(each))
  if (padded !== undefined && other === undefined) return { value: padded, kind: 'zeros' }
  const near = code === 'E007' ? nearest(value, codes) : undefined
  return near === undefined ? undefined : { value: near, kind: 'nearest' }
}

/** The stored value of a cell that the check cleaned up. */
function tidied({ name, field, text, values }: Cell): ValueSuggestion | undefined {
  const value = values[name]
  if (!value || value === text) return undefined
  const trimmed = text.trim()
  const kind = field.options
    ? 'option'
    : value !== trimmed && value === upperCode(trimmed)
      ? 'upper'
      : 'trimmed'
  return { value, kind }
}

function otherOption({ field, values, name }: Cell): ValueSuggestion | undefined {
  const value = values[name] ?? ''
  const option = field.options && nearestOption(value, field.options)
  if (option !== undefined) return { value: option, kind: 'option' }
  const place = field.place && nearest(value, placesBelow(field.place.map((each) => values[each] ?? '')))
  return place === undefined ? undefined : { value: place, kind: 'nearest' }
}

/** A suggestion is shown whole, so it has no card number. */
async function isAccepted(name: string, field: TableField, value: string): Promise<boolean> {
  return shownCell(value, field) === value && (await brokenRule(name, field, value)) === undefined
}

type Reading = { text: string; days: Uint32Array; orders: readonly number[] }

/**
 * Days for the texts of one column that are not dates. A text with several readings gets one only if all texts with a
 * single reading have the same order.
 */
export function suggestDates(texts: readonly string[]): Map<string, string> {
  const all = [...new Set(texts)].map(readingOf)
  const decided = new Set(all.flatMap(({ orders }) => (orders.length === 1 ? orders : [])))
  const [order] = decided.size === 1 ? decided : []
  return new Map(
    all.flatMap(({ text, days, orders }) => {
      const options = new Set(orders.map((at) => days[at]))
      const day = options.size === 1 ? [...options][0] : order === undefined ? 0 : days[order]
      return day ? [[text, isoDay(day)] as const] : []
    }),
  )
}

const cell = new DateCell()

function readingOf(text: string): Reading {
  const bytes = Buffer.from(text)
  const mask = cell.read(bytes, 0, bytes.length)
  const orders = ORDERS.flatMap((_, index) => (mask & (1 << index) ? [index] : []))
  return { text, days: cell.days.slice(), orders }
}

/** `date`: YYYYMMDD. */
function isoDay(date: number): string {
  return String(date)
    .padStart(8, '0')
    .replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
}

const MAX_DISTANCE = 2

/** The one candidate with the smallest distance, of at most two and of fewer characters than the text. */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  const wanted = text.toLowerCase()
  let least = Math.min(MAX_DISTANCE, wanted.length - 1)
  let found: string[] = []
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) > least) continue
    const steps = distance(wanted, candidate.toLowerCase())
    if (steps > least) continue
    if (steps < least) found = []
    least = steps
    found.push(candidate)
  }
  return found.length === 1 ? found[0] : undefined
}

/** The text after one zero and more, of at most `max` characters. */
export function withZeros(text: string, max: number): string[] {
  if (text === '') return []
  return Array.from(
    { length: Math.max(0, max - text.length) },
    (_, zeros) => `${'0'.repeat(zeros + 1)}${text}`,
  )
}

/** The option whose name or label is the text without regard to case, spaces and signs, or nearest to it. */
export function nearestOption(text: string, options: Readonly<Record<string, string>>): string | undefined {
  const letters = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const names = Object.entries(options).flatMap(([name, label]) =>
    [...new Set([letters(name), letters(label)])].map((word) => ({ name, word })),
  )
  const wanted = letters(text)
  const word = names.some((each) => each.word === wanted)
    ? wanted
    : nearest(wanted, [...new Set(names.map((each) => each.word))])
  const found = new Set(names.filter((each) => each.word === word).map(({ name }) => name))
  return found.size === 1 ? [...found][0] : undefined
}
