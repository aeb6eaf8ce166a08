import { useId } from 'react'
import { described, Message } from './field.tsx'
import css from './segments.module.css'

type Props<V extends string> = {
  label: string
  options: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
  error?: string | undefined
}

/** A choice of a few options in a row. */
export function Segments<V extends string>({ label, options, value, onChange, error }: Props<V>) {
  const id = useId()
  return (
    <fieldset className={css.field} aria-describedby={described(id, { error })}>
      <legend className={css.label}>{label}</legend>
      <div className={css.segments}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && <Message id={id} error={error} />}
    </fieldset>
  )
}
