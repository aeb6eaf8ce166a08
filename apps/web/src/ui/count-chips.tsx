import css from './count-chips.module.css'
import { formatNumber } from './format-number.ts'

type Chip<V> = { value: V; label: string; count: number; title?: string | undefined }

type Props<V> = { label: string; chips: readonly Chip<V>[]; value: V; onChange: (value: V) => void }

/** Filters of rows with their counts, one of which is set. */
export function CountChips<V extends string | undefined>({ label, chips, value, onChange }: Props<V>) {
  return (
    <fieldset className={css.chips} aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.value ?? ''}
          type="button"
          className={css.chip}
          title={chip.title}
          aria-pressed={chip.value === value}
          onClick={() => onChange(chip.value)}
        >
          {chip.label}{' '}
          {chip.title && chip.title !== chip.label && <span className="visually-hidden">{chip.title}</span>}
          <strong>{formatNumber(chip.count)}</strong>
        </button>
      ))}
    </fieldset>
  )
}
