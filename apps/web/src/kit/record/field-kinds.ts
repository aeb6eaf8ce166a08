import type { FieldKind } from '@backoffice/contract/field-kinds'

/** Looks of a kind of field. */
type Looks = {
  /** Variant of its column in a list. */
  readonly variant?: 'code' | 'numeric'
  /** `Yes` and `30` mean nothing alone: where a row is a card, the label stands in front. */
  readonly needsLabel?: true
  /** Keypad of a phone for its control. */
  readonly keypad?: 'numeric' | 'decimal'
}

export const FIELD_LOOKS: Readonly<Record<FieldKind, Looks>> = {
  text: {},
  code: { variant: 'code' },
  choice: {},
  flag: { needsLabel: true },
  integer: { variant: 'numeric', needsLabel: true, keypad: 'numeric' },
  decimal: { variant: 'numeric', needsLabel: true, keypad: 'decimal' },
  date: {},
}
