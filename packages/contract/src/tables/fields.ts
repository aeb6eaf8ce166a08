import type { RuleSet } from '../rules/rule.ts'
import { type Reference, type TableField, YES_NO } from '../table.ts'

/** Constructors of fields by kind. The rules follow from the length. */

type Options = Pick<TableField, 'key' | 'optional' | 'default' | 'shown' | 'hint' | 'approval'> & {
  /** Additional rules, between `required` and the length. */
  rules?: string
}
type CodeOptions = Options & Pick<TableField, 'holdsNoCards' | 'masked' | 'ownedByRow'>
type ReferenceOptions = Options & Pick<TableField, 'requiredWhen'>
/** Limits options to known ones, so that a misspelled one does not compile. */
type Only<O, Known = Options> = O & { readonly [K in Exclude<keyof O, keyof Known>]: never }
type Field<T extends TableField['type'], O> = Omit<O, 'rules'> & {
  readonly label: string
  readonly type: T
  readonly rules: RuleSet
  readonly max: number
}

function field<T extends TableField['type'], O>(
  options: O | undefined,
  own: { label: string; type: T; rules: RuleSet; max: number },
) {
  // Spreading a possibly undefined value loses the type of the options.
  return { ...options, ...own } as Field<T, O>
}

/** `required|alpha_num:en|max:6` */
const rulesOf = (required: string, max: number, { optional, rules }: Options = {}) =>
  [optional ? '' : required, rules, `max:${max}`].filter(Boolean).join('|')

export function text<const O extends Options>(label: string, max: number, options?: Only<O>) {
  return field(options, { label, type: 'text', rules: rulesOf('required', max, options), max })
}

/** Stored trimmed and in upper case; case-insensitive. */
export function code<const O extends CodeOptions>(
  label: string,
  max: number,
  options?: Only<O, CodeOptions>,
) {
  return field(options, { label, type: 'code', rules: rulesOf('required', max, options), max })
}

/** A code with a pattern, such as four digits; `max`: maximum length. */
export function pattern<const O extends Options>(
  label: string,
  max: number,
  regex: RegExp,
  options?: Only<O>,
) {
  const rules = { ...(!options?.optional && { required: true }), regex }
  return field(options, { label, type: 'code', rules, max })
}

/** A code of fixed length. Short numeric values may be padded with leading zeros, if the user agrees. */
export function paddedCode<const O extends Options>(label: string, length: number, options?: Only<O>) {
  const rules = `required|alpha_num:en|length:${length}`
  return { ...field(options, { label, type: 'code', rules, max: length }), isPadded: true } as const
}

export function choice<const C extends Readonly<Record<string, string>>, const O extends Options>(
  label: string,
  choices: C,
  options?: Only<O>,
) {
  const max = Math.max(...Object.keys(choices).map(({ length }) => length))
  return { ...field(options, { label, type: 'choice', rules: 'select_required', max }), options: choices }
}

export function flag<const O extends Options>(label: string, by: boolean, options?: Only<O>) {
  return { ...choice(label, YES_NO, options), type: 'flag', default: String(by) } as const
}

/** An integer with at most the digits of `to`. `hint` follows the bounds. */
export function integer<const O extends Options>(label: string, to: number, options?: Only<O>) {
  const hint = `A whole number from 0 to ${to}${options?.hint ?? ''}`
  const rules = `required|integer|between:0,${to}`
  const own = { label, type: 'integer', rules, max: String(to).length } as const
  return { default: '0', ...field(options, own), hint }
}

/** A positive number with limited digits before and after the point. */
export function decimal<const O extends Options>(
  label: string,
  [whole, decimals]: readonly [number, number],
  options?: Only<O>,
) {
  const regex = new RegExp(`^\\d{1,${whole}}(\\.\\d{1,${decimals}})?$`)
  const rules = { required: true, regex, min_value: 10 ** -decimals }
  return { ...field(options, { label, type: 'decimal', rules, max: whole + 1 + decimals }), decimals }
}

export function date(label: string) {
  return { label, type: 'date', rules: '', max: 10, optional: true } as const
}

/** A code of another table, with its length. */
export function reference<const O extends ReferenceOptions>(
  label: string,
  max: number,
  to: Reference,
  options?: Only<O, ReferenceOptions>,
) {
  const rules = rulesOf('select_required', max, options)
  return { ...field(options, { label, type: 'code', rules, max }), reference: to }
}

/** A place of the shipped list, within the places of these fields; none for a region. */
export function place(label: string, below: readonly string[] = []) {
  return { label, type: 'choice', rules: 'select_required', max: 80, place: below } as const
}
