import css from './sparkline.module.css'

const WIDTH = 120
const HEIGHT = 36

/** A line chart of a few numbers, the last marked. `label` describes it to screen readers. */
export function Sparkline({ label, values }: { label: string; values: readonly number[] }) {
  if (values.length < 2) return null
  const most = Math.max(1, ...values)
  const points = values.map(
    (value, index) =>
      [4 + (index / (values.length - 1)) * (WIDTH - 8), HEIGHT - 4 - (value / most) * (HEIGHT - 8)] as const,
  )
  const last = points.at(-1) ?? [0, 0]
  return (
    <svg className={css.sparkline} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path
        d={`M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <circle cx={last[0]} cy={last[1]} r="2.5" fill="currentColor" />
    </svg>
  )
}
