import type { RuleSet } from '@backoffice/contract/rules/check'
import type { RefCallback, RefObject, SubmitEvent } from 'react'

/** Values of a form by field name. */
export type Values = Record<string, unknown>
export type Name<V extends Values> = keyof V & string

export type FieldRules<V extends Values, Value = unknown> = {
  label: string
  /** From the rule engine, stopped at the first that fails. */
  rules?: RuleSet
  /** Sentences in place of the catalogue's, by rule. */
  messages?: Readonly<Record<string, string>>
  /** What no rule says: looked at once the rules hold, a sentence where it does not hold. */
  check?: (value: Value, values: V) => string | undefined
  /** The other fields that `check` looks at. */
  reads?: readonly Name<V>[]
  /** For codes: spaces around the text stay. Passwords keep theirs without being told. */
  verbatim?: boolean
}

export type RuleFormOptions<V extends Values> = {
  /** The fields there are right now: one that is not on screen is left out and not checked. */
  fields: { readonly [K in Name<V>]?: FieldRules<V, V[K]> }
  /** Those the form starts with. */
  values: V
  /**
   * Called only when every field holds, with a deep copy of the values (files are not copied), one call at a
   * time. Throws `Refused`, or any error with a list of `fields`, to say what is wrong.
   */
  submit: (values: V) => void | Promise<void>
  /** After `submit`, when the form no longer counts as unsaved: the place to leave the screen. */
  saved?: (values: V) => void
  /** False where nothing typed is worth a question on leaving, such as sign-in. */
  askOnLeaving?: boolean
}

type FieldState = {
  label: string
  error: string | undefined
  required: boolean
  optional: boolean
}

/** For a native control: everything that it needs besides its looks. */
export type NativeField = FieldState & { name: string; ref: RefCallback<NativeControl> }
export type NativeControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** For a widget that keeps no value of its own: what it emits is committed. */
export type WidgetField<Value> = FieldState & {
  name: string
  value: Value
  onChange: (value: Value) => void
  onBlur: () => void
}

export type RuleForm<V extends Values> = {
  field: (name: Name<V>) => NativeField
  widget: <K extends Name<V>>(name: K) => WidgetField<V[K]>
  /** The value as it is, also while it is typed: the form is drawn again whenever it changes. */
  watch: <K extends Name<V>>(name: K) => V[K]
  /** Commits a value from outside, as if it had been picked. */
  set: <K extends Name<V>>(name: K, value: V[K]) => void
  /** Starts over with these values, or with those it started with. */
  reset: (values?: V) => void
  /** Typed and not saved. */
  dirty: boolean
  /** Being sent. */
  busy: boolean
  /** Whether all fields hold, shown or not; false until it is known. */
  valid: boolean
  /** Why it was not accepted, where no field is to blame; empty otherwise. */
  refusal: string
  /** For the form element. */
  element: {
    ref: RefObject<HTMLFormElement | null>
    noValidate: true
    method: 'dialog'
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  }
}
