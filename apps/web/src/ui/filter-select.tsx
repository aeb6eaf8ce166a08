import css from './toolbar.module.css'

type Props = {
  label: string
  /** The option for no filter. */
  any: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

export function FilterSelect({ label, any, options, value, onChange }: Props) {
  return (
    <select
      className={css.control}
      aria-label={label}
      data-set={value !== undefined || undefined}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
