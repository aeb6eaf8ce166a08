import type { FieldType } from '@backoffice/contract/field-types'

/** Presentation of a kind of field. */
type Looks = {
  /** Variant of its column in a list. */
  readonly variant?: 'code' | 'numeric'
  /** True if the card layout needs the label, for values such as `Yes` and `30`. */
  readonly needsLabel?: true
  /** Phone keypad for its control. */
  readonly keypad?: 'numeric' | 'decimal'
}

export const FIELD_LOOKS: Readonly<Record<FieldType, Looks>> = {
  text: {},
  code: { variant: 'code' },
  choice: {},
  flag: { needsLabel: true },
  integer: { variant: 'numeric', needsLabel: true, keypad: 'numeric' },
  decimal: { variant: 'numeric', needsLabel: true, keypad: 'decimal' },
  date: {},
}
