import type { ListedType } from './list.ts'

/**
 * Kinds of field, on the wire and in lists. Their SQL is in the server's `features/lookup-tables/field-types.ts`, their controls
 * and cells in the web's `kit/record/field-types.ts`.
 */
type Kind = {
  /** Type for filters and sorts of lists. */
  readonly listed: ListedType
  /** Normalizes a trimmed text for storage. An invalid text is unchanged and left to the rules. */
  readonly tidy?: (text: string, field: DecimalOptions) => string
  /** Converts a text to its JSON value. */
  readonly send?: (text: string) => string | number | boolean
}
type DecimalOptions = { readonly decimals?: number }

export const FIELD_TYPES = {
  text: { listed: 'text' },
  /** Case-insensitive. */
  code: { listed: 'code', tidy: upperCode },
  choice: { listed: 'choice' },
  flag: { listed: 'choice', send: (text) => (text === 'true' ? true : text === 'false' ? false : text) },
  integer: {
    listed: 'number',
    tidy: (text) => (INTEGER.test(text) ? String(Number(text)) : text),
    send: (text) => (INTEGER.test(text) ? Number(text) : text),
  },
  /** A text with `decimals` digits after the point. */
  decimal: { listed: 'number', tidy: (text, { decimals = 0 }) => fullDecimal(text, decimals) },
  date: { listed: 'date' },
} as const satisfies Readonly<Record<string, Kind>>
export type FieldType = keyof typeof FIELD_TYPES

const INTEGER = /^-?\d{1,9}$/
const kindOf = (type: FieldType): Kind => FIELD_TYPES[type]

/** Changes only ASCII: `ß` and `ı` would become other letters. */
export function upperCode(code: string): string {
  return code.replace(/[a-z]+/g, (lower) => lower.toUpperCase())
}

/** Formats `200` as `200.00`. */
function fullDecimal(text: string, decimals: number): string {
  const [, whole, fraction = ''] = /^0*(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || fraction.length > decimals) return text
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`
}

/** Normalizes a text for storage: trimmed, codes in upper case, decimals in full length. */
export function tidyText(field: DecimalOptions & { readonly type: FieldType }, text: string): string {
  const trimmed = text.trim()
  return kindOf(field.type).tidy?.(trimmed, field) ?? trimmed
}

/** A value as text for users and files; null without a value. */
export function textValue(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}

/** A value as sent. An invalid one stays text and is left to the rules. */
export function wireValue(
  type: FieldType | undefined,
  text: string | null,
): string | number | boolean | null {
  if (!text || !type) return text
  return kindOf(type).send?.(text) ?? text
}
