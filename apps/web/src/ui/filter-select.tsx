import css from './toolbar.module.css'

type Props = {
  label: string
  /** What stands there while nothing is chosen. */
  any: string
  options: readonly { value: string; words: string }[]
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
          {option.words}
        </option>
      ))}
    </select>
  )
}
