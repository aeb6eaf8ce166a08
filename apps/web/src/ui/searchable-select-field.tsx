import { Field, type FieldProps } from './field.tsx'
import type { SelectValue } from './select/options.ts'
import { Select } from './select/select.tsx'
import type { SelectProps } from './select/select-props.ts'

type Props<V extends SelectValue> = SelectProps<V> & Omit<FieldProps, 'required'>

/** The searchable select as a field: one or several of many options. */
export function SearchableSelectField<V extends SelectValue>({
  label,
  error,
  hint,
  below,
  optional,
  ...select
}: Props<V>) {
  // The compiler does not narrow the rest of a union.
  const props = select as SelectProps<V>
  return (
    <Field label={label} error={error} hint={hint} below={below} optional={optional}>
      {(control) => <Select {...props} {...control} />}
    </Field>
  )
}
