import css from './sparkline.module.css'

const WIDTH = 120
const HEIGHT = 36

/** A line chart of numbers, the last marked, with gaps for missing ones. `label` describes it to screen readers. */
export function Sparkline({ label, values }: { label: string; values: readonly (number | null)[] }) {
  if (values.length < 2) return null
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  const points = values.map((value, index) => {
    const x = 4 + (index / (values.length - 1)) * (WIDTH - 8)
    return value === null ? null : ([x, HEIGHT - 4 - (value / most) * (HEIGHT - 8)] as const)
  })
  const [x, y] = points.findLast((point) => point !== null) ?? [0, 0]
  return (
    <svg className={css.sparkline} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path
        d={points
          .map((point, index) => (point ? `${points[index - 1] ? 'L' : 'M'}${textOf(point)}` : ''))
          .join('')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <circle cx={x} cy={y} r="2.5" fill="currentColor" />
    </svg>
  )
}

const textOf = ([x, y]: readonly [number, number]) => `${x.toFixed(1)} ${y.toFixed(1)}`
