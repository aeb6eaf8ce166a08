import { type ComponentProps, useId } from 'react'
import css from './choice.module.css'
import { described, type FieldProps, Message } from './field.tsx'

type Props = Pick<FieldProps, 'label' | 'error' | 'hint' | 'required' | 'optional'> &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'className' | 'type'>

/** Never marked as optional: an unchecked box is a valid value. */
export function Checkbox({ label, error, hint, required, optional: _, ...input }: Props) {
  const id = useId()
  return (
    <div className={css.field}>
      <label className={css.choice}>
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-required={required || undefined}
          aria-describedby={described(id, { error, hint })}
        />
        {label}
      </label>
      <Message id={id} error={error} hint={hint} />
    </div>
  )
}
