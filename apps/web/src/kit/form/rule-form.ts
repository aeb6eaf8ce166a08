import type { RuleSet } from '@backoffice/contract/rules/check'
import type { RefCallback, RefObject, SubmitEvent } from 'react'

/** The values of a form by field name. */
export type Values = Record<string, unknown>
export type FieldName<V extends Values> = keyof V & string

export type FieldRules<V extends Values, Value = unknown> = {
  label: string
  /** For the rule engine, which stops at the first that fails. */
  rules?: RuleSet
  /** By rule, in place of the messages of the catalogue. */
  messages?: Readonly<Record<string, string>>
  /** Runs after all rules hold; returns the message of an error. */
  check?: (value: Value, values: V) => string | undefined
  /** The other fields that `check` reads. */
  reads?: readonly FieldName<V>[]
  /** For codes: spaces around the text stay. Passwords keep theirs without it. */
  verbatim?: boolean
}

export type RuleFormOptions<V extends Values, Result = unknown> = {
  /** The fields on screen; others are not checked. */
  fields: { readonly [K in FieldName<V>]?: FieldRules<V, V[K]> }
  /** The initial values. */
  values: V
  /**
   * Called only when every field is valid, with a deep copy of the values (files are not copied), one call at a
   * time. Throws `FormError`, or any error with a list of `fields`.
   */
  submit: (values: V) => Result | Promise<Result>
  /** After `submit`, when the form is no longer dirty: the place to navigate. Skipped once the form is gone. */
  saved?: (values: V, result: Result) => void
  /** False for forms that need no question on leaving, such as sign-in. */
  askOnLeaving?: boolean
}

type FieldState = {
  label: string
  error: string | undefined
  required: boolean
  optional: boolean
}

/** The props of a native control. */
export type NativeField = FieldState & { name: string; ref: RefCallback<NativeControl> }
export type NativeControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The props of a controlled widget; each `onChange` commits the value. */
export type WidgetField<Value> = FieldState & {
  name: string
  value: Value
  onChange: (value: Value) => void
  onBlur: () => void
}

export type RuleForm<V extends Values> = {
  field: (name: FieldName<V>) => NativeField
  widget: <K extends FieldName<V>>(name: K) => WidgetField<V[K]>
  /** The current value, also while typing; renders the form again on each change. */
  watch: <K extends FieldName<V>>(name: K) => V[K]
  /** All current values, as `watch` reads each. */
  watchAll: () => V
  /** Commits a value as a widget does. */
  set: <K extends FieldName<V>>(name: K, value: V[K]) => void
  /** Starts again with these values, or with the initial ones. */
  reset: (values?: V) => void
  dirty: boolean
  /** While submitting. */
  busy: boolean
  /** Whether all fields are valid, with errors shown or not; false until first checked. */
  valid: boolean
  /** The error that belongs to no field; empty without one. */
  formError: string
  /** For the form element. */
  element: {
    ref: RefObject<HTMLFormElement | null>
    noValidate: true
    method: 'dialog'
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  }
}
