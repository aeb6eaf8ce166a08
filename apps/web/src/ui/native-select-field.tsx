import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & Omit<ComponentProps<'select'>, keyof FieldProps | 'id' | 'className'>

/** The option of a select without a value, in the colour of a placeholder. */
export function NoOption() {
  return (
    <option value="" data-placeholder="">
      Select option
    </option>
  )
}

/** The native select, for a few options. */
export function NativeSelectField({ label, error, hint, below, required, optional, ...select }: Props) {
  return (
    <Field label={label} error={error} hint={hint} below={below} required={required} optional={optional}>
      {(control) => <select {...control} {...select} />}
    </Field>
  )
}
