import { type ComponentProps, useId } from 'react'
import css from './choice.module.css'
import { described, type FieldProps, Message } from './field.tsx'

type Option = {
  value: string
  label: string
  note?: string
  disabled?: boolean
  /** Attributes of its input, such as those of a missing permission. */
  input?: ComponentProps<'input'>
}

type Props = Pick<FieldProps, 'label' | 'error' | 'hint' | 'required' | 'optional'> &
  Pick<ComponentProps<'input'>, 'ref' | 'onChange'> & {
    name: string
    options: readonly Option[]
    disabled?: boolean
    /** The group is controlled if set. */
    value?: string
  }

/** A choice of one of several visible options. */
export function RadioGroup({
  label,
  error,
  hint,
  required,
  optional,
  options,
  disabled,
  value,
  ...input
}: Props) {
  const id = useId()
  return (
    <div
      className={css.field}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-invalid={error ? true : undefined}
      aria-required={required || undefined}
      aria-describedby={described(id, { error, hint })}
    >
      <div className={css.legend}>
        <span id={`${id}-label`}>{label}</span>
        {optional && <span className={css.optional}>optional</span>}
      </div>
      {options.map((option) => (
        <label key={option.value} className={css.choice}>
          <input
            {...input}
            {...option.input}
            {...(value !== undefined && { checked: option.value === value })}
            type="radio"
            value={option.value}
            disabled={disabled || option.disabled}
            {...(option.note && {
              'aria-labelledby': `${id}-${option.value}`,
              'aria-describedby': `${id}-${option.value}-note`,
            })}
          />
          {option.note ? (
            <span>
              <strong id={`${id}-${option.value}`} className={css.name}>
                {option.label}
              </strong>
              <small id={`${id}-${option.value}-note`} className={css.note}>
                {option.note}
              </small>
            </span>
          ) : (
            option.label
          )}
        </label>
      ))}
      <Message id={id} error={error} hint={hint} />
    </div>
  )
}

type CheckboxProps = Pick<FieldProps, 'label' | 'error' | 'hint' | 'required' | 'optional'> &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'className' | 'type'>

/** Never marked as optional, because an unchecked box is a valid value. */
export function Checkbox({ label, error, hint, required, optional: _, ...input }: CheckboxProps) {
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
