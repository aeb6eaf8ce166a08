import { computedStyle } from './computed-style.ts'
import css from './progress.module.css'

/** A bar from 0 to 100; null means unknown progress. */
export function Progress({
  label,
  value,
  thin = false,
}: {
  label: string
  value: number | null
  thin?: boolean
}) {
  const percent = value === null ? undefined : Math.min(100, Math.max(0, Math.floor(value)))
  return (
    <div
      className={css.track}
      data-thin={thin || undefined}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div
        ref={computedStyle({ transform: value === null ? '' : `scaleX(${Math.min(100, value) / 100})` })}
        className={css.bar}
        data-unknown={value === null || undefined}
      />
    </div>
  )
}
