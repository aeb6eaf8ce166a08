import { useId } from 'react'
import css from './segments.module.css'

type Props<V extends string> = {
  label: string
  options: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
}

/** A choice of a few options in a row. */
export function Segments<V extends string>({ label, options, value, onChange }: Props<V>) {
  const id = useId()
  return (
    <fieldset className={css.field}>
      <legend className={css.label}>{label}</legend>
      <div className={css.segments}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
