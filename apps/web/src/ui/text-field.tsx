import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'className'>

/** A single-line input: text, numbers, addresses. */
export function TextField({ label, error, hint, below, required, optional, ...input }: Props) {
  return (
    <Field label={label} error={error} hint={hint} below={below} required={required} optional={optional}>
      {(control) => <input autoComplete="off" {...control} {...input} />}
    </Field>
  )
}
