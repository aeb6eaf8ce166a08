import { Buffer } from 'node:buffer'
import { nameProblem } from '@backoffice/contract/card-number'
import { elementAt } from '@backoffice/contract/objects'
import { BAD_DATE, dayOf, readCard } from '../../files/csv/cells.ts'
import { CsvReader, MAX_FEED_BYTES } from '../../files/csv/csv-reader.ts'

/** The value for COPY, or the error of the text. */
type Cell = { value: string } | { error: string }
/** Parses a non-empty cell. */
type CellParser = (text: string) => Cell

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]\d{2}(:?\d{2})?)?$/
const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/

const isDay = (text: string) => dayOf(Buffer.from(text), 0, text.length) !== BAD_DATE

const card: CellParser = (text) => {
  const isValid = text.length === 16 && typeof readCard(Buffer.from(text), 0, 16) !== 'string'
  return isValid ? { value: text } : { error: 'not a card number of 16 digits with the right check digit' }
}

const day: CellParser = (text) => (isDay(text) ? { value: text } : { error: 'not a date YYYY-MM-DD' })

/** Manila time, without a zone. */
const timestamp: CellParser = (text) => {
  const match = TIMESTAMP.exec(text)
  return match?.[1] && isDay(match[1]) ? { value: text } : { error: 'not a time YYYY-MM-DD HH:MM:SS' }
}

const integer: CellParser = (text) =>
  /^\d{1,18}$/.test(text) ? { value: text } : { error: 'not a whole number' }

/** Converts `1234.50` to hundredths. */
const hundredths: CellParser = (text) => {
  const match = DECIMAL.exec(text)
  if (!match) return { error: 'not a number with at most two decimals' }
  const [, sign = '', front = '', decimals = ''] = match
  return { value: `${sign}${BigInt(front + decimals.padEnd(2, '0'))}` }
}

function oneOf(...values: readonly string[]): CellParser {
  return (text) => (values.includes(text) ? { value: text } : { error: `not one of ${values.join(', ')}` })
}

function matching(pattern: RegExp, error: string): CellParser {
  return (text) => (pattern.test(text) ? { value: text } : { error })
}

export function textUpTo(maxLength: number): CellParser {
  return (text) => {
    if ([...text].length > maxLength) return { error: `longer than ${maxLength} characters` }
    const problem = nameProblem(text)
    if (problem === 'hidden') return { error: 'has control or other invisible characters' }
    if (problem === 'card') return { error: 'has a card number' }
    return { value: text.replaceAll('\\', '\\\\') }
  }
}

export type Column = { name: string; parse: CellParser; required: boolean }
export type LoadTable = {
  name: string
  key: string
  database: 'main' | 'ledger'
  /** Its changes are applied to sums. */
  hasSums?: true
  columns: readonly Column[]
  /** SQL conditions of invalid rows. */
  invalidRows: readonly { where: string; reason: string }[]
  /**
   * A file is the complete list for each value of this expression, such as a year. Other rows with the value are
   * removed, and an invalid line rejects the file.
   */
  completeBy?: string
}

const required = (name: string, parse: CellParser): Column => ({ name, parse, required: true })
const optional = (name: string, parse: CellParser): Column => ({ name, parse, required: false })

/** Years outside the calendar of working days. */
const HOLIDAY = "day NOT BETWEEN '2015-01-01' AND '2040-12-31'"

/** Tables that `load` accepts, with the bounds of their columns. Money is in pesos, points are decimals. */
export const LOAD_TABLES: readonly LoadTable[] = [
  {
    name: 'cards',
    key: 'card_number',
    database: 'ledger',
    invalidRows: [{ where: 'expires_on < activated_on', reason: 'expires_on is before activated_on' }],
    columns: [
      required('card_number', card),
      required('account_number', matching(/^\d{10,12}$/, 'not 10 to 12 digits')),
      required('tier', textUpTo(20)),
      required('status', oneOf('INACTIVE', 'ACTIVE', 'REGISTERED', 'LINKED', 'EXPIRED', 'BLOCKED', 'LOST')),
      optional('activated_on', day),
      optional('expires_on', day),
      required('points_balance', hundredths),
      required('member_name_masked', textUpTo(100)),
    ],
  },
  {
    name: 'transactions',
    key: 'transaction_id',
    database: 'ledger',
    hasSums: true,
    invalidRows: [],
    columns: [
      required('transaction_id', integer),
      required('card_number', card),
      required('business_date', day),
      required('transaction_at', timestamp),
      optional('posted_at', timestamp),
      required('source_system', oneOf('POS', 'FUEL', 'ONLINE', 'KIOSK')),
      required('source_tran_code', textUpTo(8)),
      optional('source_tender_id', textUpTo(4)),
      optional('source_terminal_id', textUpTo(8)),
      optional('tran_code', textUpTo(4)),
      optional(
        'tran_class',
        oneOf(
          ...['EARN', 'REDEEM', 'REVERSAL', 'ADJUSTMENT', 'TRANSFER', 'EXPIRY'],
          ...['ACTIVATION', 'RENEWAL', 'INQUIRY'],
        ),
      ),
      optional('company_code', textUpTo(6)),
      optional('branch_code', textUpTo(6)),
      optional('terminal_id', textUpTo(8)),
      optional('payment_method_code', textUpTo(4)),
      optional('receipt_no', textUpTo(20)),
      optional('rrn', textUpTo(12)),
      optional('approval_code', textUpTo(6)),
      required('amount', hundredths),
      required('points', hundredths),
      optional('balance_after', hundredths),
      required('status', oneOf('POSTED', 'PENDING', 'REVERSED', 'REJECTED')),
      optional('reject_reason', textUpTo(100)),
    ],
  },
  {
    name: 'holidays',
    key: 'day',
    database: 'main',
    invalidRows: [{ where: HOLIDAY, reason: 'day is not in the years 2015 to 2040' }],
    completeBy: 'extract(year FROM day)',
    columns: [required('day', day), required('name', textUpTo(60))],
  },
]

export type BadLine = { line: number; reason: string }

/**
 * Converts valid lines of a CSV to lines for COPY: the line number, then every column of the table. Reports each
 * invalid line to `onBadLine`. Throws if the file is not a CSV.
 */
export async function* copyLines(
  source: AsyncIterable<Uint8Array>,
  table: LoadTable,
  onBadLine: (bad: BadLine) => void,
): AsyncGenerator<string[]> {
  const reader = new CsvReader({ isStrict: true })
  let indexes: number[] | undefined
  const parseLines = () => {
    const lines: string[] = []
    while (reader.next()) {
      if (indexes === undefined) {
        indexes = columnIndexes(reader, table)
        continue
      }
      const read = copyLine(reader, table, indexes)
      if (typeof read === 'string') lines.push(read)
      else onBadLine(read)
    }
    return lines
  }
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += MAX_FEED_BYTES) {
      reader.feed(chunk.subarray(at, at + MAX_FEED_BYTES))
      yield parseLines()
    }
  }
  reader.finish()
  yield parseLines()
  if (indexes === undefined) throw new Error('The file is empty.')
}

/** Indexes of the table's columns in the file; −1 for a missing one. */
function columnIndexes(reader: CsvReader, table: LoadTable): number[] {
  const names = Array.from({ length: reader.cells }, (_, cell) => reader.text(cell).trim().toLowerCase())
  const missing = table.columns.filter(({ name, required }) => required && !names.includes(name))
  if (missing.length > 0)
    throw new Error(`Columns are missing: ${missing.map(({ name }) => name).join(', ')}.`)
  const unknown = names.filter((name) => !table.columns.some((column) => column.name === name))
  if (unknown.length > 0) throw new Error(`Not columns of ${table.name}: ${unknown.join(', ')}.`)
  return table.columns.map(({ name }) => names.indexOf(name))
}

function copyLine(reader: CsvReader, table: LoadTable, indexes: readonly number[]): string | BadLine {
  const { line } = reader
  const errors: string[] = []
  if (reader.cells > indexes.length) errors.push('more cells than the header has columns')
  const cells = table.columns.map(({ name, parse, required }, i) => {
    const index = elementAt(indexes, i)
    const text = index >= 0 && index < reader.cells ? reader.text(index).trim() : ''
    if (text === '') {
      if (required) errors.push(`${name} is missing`)
      return '\\N'
    }
    const cell = parse(text)
    if ('value' in cell) return cell.value
    errors.push(`${name} is ${cell.error}`)
    return ''
  })
  // Without the values, which may be card numbers.
  return errors.length > 0 ? { line, reason: errors.join('; ') } : `${line}\t${cells.join('\t')}\n`
}
