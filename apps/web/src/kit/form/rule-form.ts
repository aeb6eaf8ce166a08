import type { RuleSet } from '@backoffice/contract/rules/check'
import type { RefCallback, RefObject, SubmitEvent } from 'react'

/** Values of a form by field name. */
export type Values = Record<string, unknown>
export type FieldName<V extends Values> = keyof V & string

export type FieldRules<V extends Values, Value = unknown> = {
  label: string
  /** Rules of the field; the check stops at the first failure. */
  rules?: RuleSet
  /** Messages by rule that replace those of the catalogue. */
  messages?: Readonly<Record<string, string>>
  /** Runs if all rules pass; returns an error message. */
  check?: (value: Value, values: V) => string | undefined
  /** The other fields that `check` reads. */
  reads?: readonly FieldName<V>[]
  /** Keeps spaces around the text, for codes. Passwords always keep them. */
  verbatim?: boolean
}

export type RuleFormOptions<V extends Values, Result = unknown> = {
  /** Visible fields; others are not checked. */
  fields: { readonly [K in FieldName<V>]?: FieldRules<V, V[K]> }
  /** Initial values. */
  values: V
  /**
   * Called if every field is valid, one call at a time, with a deep copy of the values (except files). Throws
   * `FormError` or any error with a list of `fields`.
   */
  submit: (values: V) => Result | Promise<Result>
  /** Called after `submit`, when the form is clean and may navigate. Not called if the form is unmounted. */
  saved?: (values: V, result: Result) => void
  /** Called instead of `saved` if the change was sent for approval, and closes the form. */
  sent?: () => void
  /** False for forms that can be left without a confirmation, such as sign-in. */
  confirmLeave?: boolean
}

type FieldState = {
  label: string
  error: string | undefined
  required: boolean
  optional: boolean
}

/** Props of a native control. */
export type NativeField = FieldState & { name: string; ref: RefCallback<NativeControl> }
export type NativeControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Props of a controlled widget; each `onChange` commits the value. */
export type WidgetField<Value> = FieldState & {
  name: string
  value: Value
  onChange: (value: Value) => void
  onBlur: () => void
}

/** Props of a date. Text that is not a date stays in the value and gets an error. */
export type DateControl = Omit<WidgetField<string>, 'onChange'> & {
  /** Takes what is typed, without a check. */
  onInput: (value: string) => void
  onChange: (value: string) => void
}

export type RuleForm<V extends Values> = {
  field: (name: FieldName<V>) => NativeField
  widget: <K extends FieldName<V>>(name: K) => WidgetField<V[K]>
  date: (name: FieldName<V>) => DateControl
  /** Current value, also while typing; each change renders the form. */
  watch: <K extends FieldName<V>>(name: K) => V[K]
  /** Like `watch`, for all values. */
  watchAll: () => V
  /** Commits a value as a widget does. */
  set: <K extends FieldName<V>>(name: K, value: V[K]) => void
  /** Resets the form to these values, or to the initial ones. */
  reset: (values?: V) => void
  dirty: boolean
  /** True while submitting. */
  busy: boolean
  /** True if all fields are valid, shown errors or not; false before the first check. */
  valid: boolean
  /** The error without a field; may be empty. */
  formError: string
  /** The error of the last submission, of which `formError` is the message. */
  failure: unknown
  /** Props of the form element. */
  element: {
    ref: RefObject<HTMLFormElement | null>
    noValidate: true
    method: 'dialog'
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  }
}

/** Code from an authenticator app, an email or an SMS. */
export const CODE_FIELD = {
  label: 'Code',
  // Not `digits`, because its message is about a value that is too large.
  rules: { required: true, regex: /^[0-9]{6}$/ },
  messages: { required: 'Confirmation code cannot be empty' },
  verbatim: true,
} as const

export const CODE_HINT = '6 digits'
