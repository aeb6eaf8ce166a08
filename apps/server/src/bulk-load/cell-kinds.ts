import { Buffer } from 'node:buffer'
import { CARD_OK, CardCell } from '../inquiry-file/card-cell.ts'
import { BAD_DATE, dayOf } from '../inquiry-file/date-cell.ts'

/** The value as COPY wants it, or what is wrong with it. */
export type Cell = { value: string } | { wrong: string }
/** Reads a cell that is not empty. */
export type CellKind = (text: string) => Cell

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]\d{2}(:?\d{2})?)?$/
const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/
const CONTROL = /\p{Cc}/u

const isDay = (text: string) => dayOf(Buffer.from(text), 0, text.length) !== BAD_DATE

export const card: CellKind = (text) => {
  const sound = text.length === 16 && new CardCell().read(Buffer.from(text), 0, 16) === CARD_OK
  return sound ? { value: text } : { wrong: 'not a card number of 16 digits with the right check digit' }
}

export const day: CellKind = (text) => (isDay(text) ? { value: text } : { wrong: 'not a date YYYY-MM-DD' })

/** Without a zone it is Manila's. */
export const timestamp: CellKind = (text) => {
  const match = TIMESTAMP.exec(text)
  return match?.[1] && isDay(match[1]) ? { value: text } : { wrong: 'not a time YYYY-MM-DD HH:MM:SS' }
}

export const whole: CellKind = (text) =>
  /^\d{1,18}$/.test(text) ? { value: text } : { wrong: 'not a whole number' }

/** `1234.50` → hundredths. */
export const hundredths: CellKind = (text) => {
  const match = DECIMAL.exec(text)
  if (!match) return { wrong: 'not a number with at most two decimals' }
  const [, sign = '', front = '', decimals = ''] = match
  return { value: `${sign}${BigInt(front + decimals.padEnd(2, '0'))}` }
}

export function oneOf(...values: readonly string[]): CellKind {
  return (text) => (values.includes(text) ? { value: text } : { wrong: `not one of ${values.join(', ')}` })
}

export function matching(pattern: RegExp, wrong: string): CellKind {
  return (text) => (pattern.test(text) ? { value: text } : { wrong })
}

export function upTo(most: number): CellKind {
  return (text) => {
    if ([...text].length > most) return { wrong: `longer than ${most} characters` }
    return CONTROL.test(text) ? { wrong: 'has control characters' } : { value: text.replaceAll('\\', '\\\\') }
  }
}
