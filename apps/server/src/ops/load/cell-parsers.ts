import { Buffer } from 'node:buffer'
import { nameProblem } from '@backoffice/contract/card-number'
import { BAD_DATE, dayOf, readCard } from '../../files/csv/cells.ts'

/** The value for COPY, or the error of the text. */
export type Cell = { value: string } | { error: string }
/** Parses a non-empty cell. */
export type CellParser = (text: string) => Cell

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]\d{2}(:?\d{2})?)?$/
const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/

const isDay = (text: string) => dayOf(Buffer.from(text), 0, text.length) !== BAD_DATE

export const card: CellParser = (text) => {
  const isValid = text.length === 16 && typeof readCard(Buffer.from(text), 0, 16) !== 'string'
  return isValid ? { value: text } : { error: 'not a card number of 16 digits with the right check digit' }
}

export const day: CellParser = (text) => (isDay(text) ? { value: text } : { error: 'not a date YYYY-MM-DD' })

/** Manila time, without a zone. */
export const timestamp: CellParser = (text) => {
  const match = TIMESTAMP.exec(text)
  return match?.[1] && isDay(match[1]) ? { value: text } : { error: 'not a time YYYY-MM-DD HH:MM:SS' }
}

export const integer: CellParser = (text) =>
  /^\d{1,18}$/.test(text) ? { value: text } : { error: 'not a whole number' }

/** Converts `1234.50` to hundredths. */
export const hundredths: CellParser = (text) => {
  const match = DECIMAL.exec(text)
  if (!match) return { error: 'not a number with at most two decimals' }
  const [, sign = '', front = '', decimals = ''] = match
  return { value: `${sign}${BigInt(front + decimals.padEnd(2, '0'))}` }
}

export function oneOf(...values: readonly string[]): CellParser {
  return (text) => (values.includes(text) ? { value: text } : { error: `not one of ${values.join(', ')}` })
}

export function matching(pattern: RegExp, error: string): CellParser {
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
