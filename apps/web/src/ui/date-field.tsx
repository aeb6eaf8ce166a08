import { DateInput, type DateInputProps } from './date/date-input.tsx'
import { Field, type FieldProps } from './field.tsx'

/** A date as a field: typed as `25/10`, `25 Oct 2026`, `today` or `-7`, or picked from a calendar. */
export function DateField({
  label,
  error,
  hint,
  below,
  required,
  optional,
  ...input
}: FieldProps & DateInputProps) {
  return (
    <Field label={label} error={error} hint={hint} below={below} required={required} optional={optional}>
      {(control) => <DateInput {...control} {...input} />}
    </Field>
  )
}
