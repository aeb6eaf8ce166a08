/** `required|min:8`, or the same as an object: `{ required: true, min: 8 }`. */
export type RuleSet = string | Readonly<Record<string, unknown>>

/** By position (`between:1,9`) or by name (`{ between: { min: 1, max: 9 } }`). */
export type Params = readonly unknown[] | Readonly<Record<string, unknown>>

/** A string is a message that replaces the catalogue's. */
type Verdict = boolean | string

export type Rule = (value: unknown, params: Params) => Verdict | Promise<Verdict>

export type FieldContext = {
  name: string
  label?: string
  /** Values of the form, for references to other fields. */
  values?: Readonly<Record<string, unknown>>
  /** The field's own messages by rule: `{ required: 'Username cannot be empty' }`. */
  messages?: Readonly<Record<string, string>>
}

export type RuleFailure = { rule: string; message: string }
