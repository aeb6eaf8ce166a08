import type { Condition, ListQuery, Selection } from '@backoffice/contract/list'
import { list } from '@backoffice/contract/list'
import fc from 'fast-check'

/** A list of hostile rows, and its expected replies in plain JavaScript. */

export const KINDS = { A: 'First', B: 'Second', C: 'Third' } as const

const both = { filter: true, sort: true } as const
export const HOSTILE = list({
  name: 'hostile',
  title: 'Hostile rows',
  fields: {
    code: { label: 'Code', type: 'code', ...both },
    name: { label: 'Name', type: 'text', ...both },
    kind: { label: 'Kind', type: 'choice', options: KINDS, ...both },
    amount: { label: 'Amount', type: 'number', ...both },
    day: { label: 'Day', type: 'date', ...both },
    at: { label: 'At', type: 'time', ...both },
  },
  sort: ['code:asc'],
  ties: ['at:desc'],
})
type Field = keyof (typeof HOSTILE)['fields']

/** Texts as PostgreSQL reads them; `amount` in hundredths, `at` in microseconds since the start of 2025 in Manila. */
export type HostileRow = {
  id: string
  code: string
  name: string | null
  kind: string
  amount: number | null
  day: string | null
  at: number
}

const DAY_US = 86_400_000_000
const START_MS = Date.UTC(2024, 11, 31, 16)

export function timestampOf(at: number): string {
  const iso = new Date(START_MS + Math.floor(at / 1_000)).toISOString()
  return iso.replace('Z', `${String(at % 1_000).padStart(3, '0')}Z`)
}
const dayText = (days: number) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10)

const FRAGMENTS = [
  ...[
    "'",
    '"',
    '%',
    '_',
    '\\',
    '\\%',
    '%%',
    '🙂',
    '👩‍👩‍👧',
    'שלום',
    'مرحبا',
    '\u202e',
    'İ',
    'ß',
    'Σ',
    'é',
    'e\u0301',
    'ñ',
  ],
  ...[
    '=cmd()',
    '<script>alert(1)</script>',
    '{}',
    '[]',
    'NULL',
    'null',
    ',',
    '\n',
    '\t',
    ' ',
    '',
    'a',
    'A',
    'b',
    'Z',
  ],
  ...[
    "'; DROP TABLE hostile --",
    '$1',
    '\u0001',
    '\uffff',
    '\u{10ffff}',
    'x'.repeat(250),
    'Ab'.repeat(5_000),
  ],
]
const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...FRAGMENTS) },
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 4 }).map((each) => each.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 20 }) },
)
const shortText = hostileText.map((text) => [...text].slice(0, 40).join(''))
const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 4 })
const amount = fc.oneof(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -1e11, max: 1e11 }))
const dayNumber = fc.integer({ min: -3, max: 3 })
const time = fc.oneof(
  fc
    .integer({ min: -3, max: 3 })
    .chain((days) => fc.integer({ min: -2, max: 2 }).map((us) => days * DAY_US + us)),
  fc.integer({ min: -2 * DAY_US, max: 2 * DAY_US }),
)

/** True for the same id, or the same kind and code. */
const isOneRow = (a: HostileRow, b: HostileRow) => a.id === b.id || (a.kind === b.kind && a.code === b.code)

export const hostileRows = fc.uniqueArray(
  fc.record<HostileRow>({
    id: fc.uuid(),
    code: shortText,
    name: nullable(hostileText),
    kind: fc.constantFrom(...Object.keys(KINDS)),
    amount: nullable(amount),
    day: nullable(dayNumber.map(dayText)),
    at: time.map((at) => at + 10 * DAY_US),
  }),
  { maxLength: 40, comparator: isOneRow },
)

const asNumber = (hundredths: number) => (hundredths / 100).toFixed(2)
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const empty = fc.option(fc.boolean(), { nil: undefined, freq: 3 })
const pattern = hostileText.map((text) => text.slice(0, 100)).filter((text) => text.isWellFormed())
const range = (end: fc.Arbitrary<string>) => fc.record({ from: optional(end), to: optional(end), empty })
const texts = fc.record({
  in: optional(fc.array(pattern, { minLength: 1, maxLength: 3 })),
  contains: optional(pattern),
  empty,
})

export const hostileSelection: fc.Arbitrary<Selection<Field>> = fc.record(
  {
    search: pattern,
    filters: fc.record(
      {
        code: texts,
        name: texts,
        kind: fc.record({ in: fc.subarray(Object.keys(KINDS), { minLength: 1 }) }),
        amount: range(amount.map(asNumber)),
        day: range(dayNumber.map(dayText)),
        at: range(fc.integer({ min: 6, max: 14 }).map(dayText)),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)

export const hostileSort = fc
  .shuffledSubarray(Object.keys(HOSTILE.fields) as Field[], { maxLength: 3 })
  .chain((fields) =>
    fc
      .tuple(...fields.map(() => fc.constantFrom('asc' as const, 'desc' as const)))
      .map((directions) => fields.map((field, index) => `${field}:${directions[index] ?? 'asc'}` as const)),
  )

/** Expected rows of the list, in order. */
export function naiveRows(
  rows: readonly HostileRow[],
  { search, filters = {} }: Selection<Field>,
  sort: ListQuery<Field>['sort'],
) {
  const sought = search?.trim()
  const matching = rows.filter(
    (row) =>
      (!sought || codeContains(row.code, sought) || (row.name !== null && contains(row.name, sought))) &&
      Object.entries(filters).every(
        ([field, condition]) => !condition || fulfils(row, field as Field, condition),
      ),
  )
  const wanted = [...(sort ?? []), 'code:asc', 'at:desc'].map((each) => each.split(':') as [Field, string])
  const order = wanted.filter(
    ([field], index) => wanted.findIndex(([earlier]) => earlier === field) === index,
  )
  return matching.toSorted((a, b) => {
    for (const [field, direction] of order) {
      const difference =
        compareValues(sortable(a, field), sortable(b, field)) * (direction === 'asc' ? 1 : -1)
      if (difference !== 0) return difference
    }
    return compareValues(a.id, b.id) * (order.at(-1)?.[1] === 'desc' ? -1 : 1)
  })
}

/** Lower case in PostgreSQL, which maps one character to one. */
const lower = (text: string) => [...text].map((each) => [...each.toLowerCase()][0]).join('')
const contains = (text: string, part: string) => lower(text).includes(lower(part))
/** Lower case of codes, whose collation only changes A to Z. */
const lowerAscii = (text: string) => text.replace(/[A-Z]/g, (each) => each.toLowerCase())
const codeContains = (text: string, part: string) => lowerAscii(text).includes(lowerAscii(part))

function sortable(row: HostileRow, field: Field): string | number | null {
  return field === 'name' && row.name !== null ? [...lower(row.name)].slice(0, 200).join('') : row[field]
}

/** Null is greatest; texts compare by code point. */
function compareValues(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return Math.sign(a - b)
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}

function fulfils(row: HostileRow, field: Field, condition: Condition): boolean {
  const { in: values, contains: part, from, to, empty } = condition
  const value = row[field]
  const hasValues = [values, part, from, to].some((each) => each !== undefined)
  if (value === null) return empty === true || (empty === undefined && !hasValues)
  if (empty === true && !hasValues) return false
  const comparable = field === 'at' ? dayText(Math.floor(Number(value) / DAY_US)) : value
  const bound = (text: string) => (field === 'amount' ? Math.round(Number(text) * 100) : text)
  return (
    (!values || values.includes(String(value))) &&
    (part === undefined || (field === 'code' ? codeContains : contains)(String(value), part)) &&
    (from === undefined || compareValues(comparable, bound(from)) >= 0) &&
    (to === undefined || compareValues(comparable, bound(to)) <= 0)
  )
}
