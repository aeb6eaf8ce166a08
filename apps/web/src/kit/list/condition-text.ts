import { maskCardNumbers } from '@backoffice/contract/card-number'
import { type Condition, type ListField, MAX_FILTER_VALUES } from '@backoffice/contract/list'

/** Conditions in the address; docs/decisions/022-lists-and-records.md. */

const MAX_VALUE_CHARS = 200
const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/
const NUMBER = /^-?\d{1,15}(\.\d{1,4})?$/

/** Characters that separate or end values. */
const ESCAPED = /[%~!]|^\*/g
const withEscapes = (value: string) =>
  value.replace(ESCAPED, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const withoutEscapes = (text: string) => text.replace(/%(25|7E|21|2A)/g, (_, code) => fromHex(code))
const fromHex = (code: string) => String.fromCharCode(Number.parseInt(code, 16))

const hasRange = ({ type }: ListField) => type === 'date' || type === 'time' || type === 'number'

export function printCondition(condition: Condition): string {
  const { from, to, contains, empty } = condition
  const values = (condition.in ?? []).map(withEscapes)
  if (contains !== undefined) values.push(`*${withEscapes(contains)}`)
  const range = from !== undefined || to !== undefined ? [`${from ?? ''}..${to ?? ''}`] : []
  const text = [...values, ...range].join('~')
  if (empty === undefined) return text
  return empty ? `${text}!` : `${text}!!`
}

/** Undefined if the text has no condition of the field, or has a card number. */
export function parseCondition(text: string, field: ListField): Condition | undefined {
  const [, body = '', marks = ''] = /^(.*?)(!{0,2})$/s.exec(text) ?? []
  const empty = marks && { empty: marks === '!' }
  const parts = hasRange(field) ? rangeOf(body, field) : valuesOf(body, field)
  const condition: Condition = { ...parts, ...empty }
  return Object.keys(condition).length > 0 ? condition : undefined
}

function rangeOf(body: string, { type }: ListField): Condition {
  const [from = '', to = '', ...more] = body.split('..')
  const isEnd = (end: string) => (type === 'number' ? isNumber(end) : isDay(end))
  if (more.length > 0 || !body.includes('..')) return {}
  return { ...(isEnd(from) && { from }), ...(isEnd(to) && { to }) }
}

export const isNumber = (text: string) => NUMBER.test(text)

function isDay(text: string): boolean {
  const at = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  // `Date` rolls 31 Feb into March.
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function valuesOf(body: string, { type, options }: ListField): Condition {
  const parts = body.split('~')
  const contained = type === 'choice' ? undefined : parts.find((part) => part.startsWith('*'))
  const contains = contained === undefined ? '' : withoutEscapes(contained.slice(1))
  const values = parts
    .filter((part) => !part.startsWith('*'))
    .map(withoutEscapes)
    .filter((value) => isValue(value) && (!options || Object.hasOwn(options, value)))
  const own = [...new Set(values)].slice(0, MAX_FILTER_VALUES)
  return { ...(own.length > 0 && { in: own }), ...(isValue(contains) && { contains }) }
}

/** True for values that the server accepts, without card numbers. */
export function isValue(value: string): boolean {
  return (
    value !== '' &&
    value.length <= MAX_VALUE_CHARS &&
    value.isWellFormed() &&
    !value.includes('\0') &&
    maskCardNumbers(value) === value
  )
}
