import type { RangeRule, TableField } from './table.ts'

type Fields = Readonly<Record<string, TableField>>
type OpenName<F extends Fields> = { [K in keyof F]: F[K] extends { masked: true } ? never : K }[keyof F] &
  string
type NoRole = 'key' | 'reference' | 'place' | 'options' | 'requiredWhen' | 'default' | 'isPadded'
type MaskedField = { readonly optional: true } & { readonly [K in NoRole]?: never }

/** Masked fields have no other role in their table. */
export type OpenRoles<F extends Fields> = {
  readonly fields: { readonly [K in keyof F]: F[K] extends { masked: true } ? MaskedField : unknown }
  readonly naming: OpenName<F>
  readonly searched: readonly OpenName<F>[]
  readonly movedBy?: readonly OpenName<F>[]
  readonly ranges?: readonly (RangeRule & {
    from: OpenName<F>
    to: OpenName<F>
    within: readonly OpenName<F>[]
  })[]
  readonly periods?: readonly { readonly from: OpenName<F>; readonly to: OpenName<F> }[]
}
