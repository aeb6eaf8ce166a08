import type { FieldType } from './list.ts'

/**
 * Kinds of field. What a kind is on the wire and in lists is an entry here; its SQL is in `field-kinds.ts` of the server's
 * lookup tables, its control and cell in that of the web's records.
 */
type Kind = {
  /** How lists filter and sort it. */
  readonly listed: FieldType
  /** A trimmed text as it is stored; one that is no value of the kind stays as it is, for the rules to refuse. */
  readonly tidy?: (text: string, field: Numbered) => string
  /** A text as it is sent. */
  readonly send?: (text: string) => string | number | boolean
}
type Numbered = { readonly decimals?: number }

export const FIELD_KINDS = {
  text: { listed: 'text' },
  /** Compared in any case. */
  code: { listed: 'code', tidy: upperCode },
  choice: { listed: 'choice' },
  /** Yes or no. */
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
export type FieldKind = keyof typeof FIELD_KINDS

const INTEGER = /^-?\d{1,9}$/
const kindOf = (type: FieldKind): Kind => FIELD_KINDS[type]

/** Only ASCII: `ß` and `ı` would become letters that no user entered. */
export function upperCode(code: string): string {
  return code.replace(/[a-z]+/g, (lower) => lower.toUpperCase())
}

/** `200` as `200.00` */
function fullDecimal(text: string, decimals: number): string {
  const [, whole, fraction = ''] = /^0*(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || fraction.length > decimals) return text
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`
}

/** A text as its field stores it: trimmed, codes in upper case, numbers in full length. */
export function tidyText(field: Numbered & { readonly type: FieldKind }, text: string): string {
  const trimmed = text.trim()
  return kindOf(field.type).tidy?.(trimmed, field) ?? trimmed
}

/** A value as people and files write it; null for none. */
export function textValue(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}

/** A value as it is sent; what is no value of its type stays text, for the rules to refuse. */
export function wireValue(
  type: FieldKind | undefined,
  text: string | null,
): string | number | boolean | null {
  if (!text || !type) return text
  return kindOf(type).send?.(text) ?? text
}
