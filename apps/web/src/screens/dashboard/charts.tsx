import { useCallback, useState } from 'react'
import { shortNumber } from '../../kit/format-amount.ts'
import { shortDay, weekdayOf } from '../../kit/format-time.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { formatNumber } from '../../ui/format-number.ts'
import type { ChartProps } from './bar-chart.tsx'
import css from './dashboard.module.css'
import figureCss from './figures.module.css'

const load = async () => (await import('./bar-chart.tsx')).BarChart

type Props = Omit<ChartProps, 'onHover' | 'height'> & {
  isTall?: boolean

  /** Caption while no bar is hovered. */
  caption: string
  /** Caption of the hovered bar. */
  describe: (at: number) => string
}

/** Reserves the space of the chart until its library loads. */
function Chart({ caption, describe, isTall = false, ...chart }: Props) {
  const [hasFailed, setFailed] = useState(false)
  const [hovered, setHovered] = useState<number | null>(null)
  const onError = useCallback(() => setFailed(true), [])
  const BarChart = useLazyModule(load, !hasFailed, onError)
  return (
    <figure className={css.chart}>
      <div
        className={css.canvas}
        data-tall={isTall || undefined}
        role="img"
        aria-label={`${chart.label}; also as a table`}
      >
        {BarChart && <BarChart {...chart} height={isTall ? 196 : 120} onHover={setHovered} />}
      </div>
      <figcaption className={figureCss.under}>
        {hasFailed
          ? 'The chart could not be loaded. Use the table.'
          : hovered === null
            ? caption
            : describe(hovered)}
      </figcaption>
    </figure>
  )
}

/** `pending`: stacked on the value. */
type Day = { day: string; value: number; pending?: number; mean: number | null }

type DayChartProps = { label: string; days: readonly Day[]; caption?: string; isTall?: boolean }

/** Bars by day, with a line at the average of the weekday. */
export function DayChart({ label, days, caption, isTall = false }: DayChartProps) {
  const last = days.length - 1
  const hasPending = days.some(({ pending }) => pending !== undefined)
  const hasMeans = days.some(({ mean }) => mean !== null)
  return (
    <Chart
      label={label}
      isTall={isTall}
      ticks={days.map(({ day }) => String(Number(day.slice(8))))}
      stacks={
        hasPending
          ? [
              { tone: 'accent', values: days.map(({ value }) => value) },
              { tone: 'pale', values: days.map(({ pending = 0 }) => pending) },
            ]
          : [
              { tone: 'pale', values: days.map(({ value }, at) => (at === last ? 0 : value)) },
              { tone: 'accent', values: days.map(({ value }, at) => (at === last ? value : 0)) },
            ]
      }
      marks={days.map(({ mean }) => mean)}
      caption={
        caption ?? (hasMeans ? `${label}. Line: 8-week average for the weekday.` : `${label}. No older data.`)
      }
      describe={(at) => {
        const found = days[at]
        if (!found) return ''
        const mean = found.mean === null ? '' : `, usually ${shortNumber(found.mean)}`
        const waiting = found.pending ? ` and ${formatNumber(Math.round(found.pending))} pending` : ''
        return `${weekdayOf(found.day)} ${shortDay(found.day)}: ${formatNumber(Math.round(found.value))}${waiting}${mean}`
      }}
    />
  )
}

type Hour = { received: number; completed: number; with_errors: number; failed: number }

/** Bars of files that ended by hour, with a line at the number received. */
export function HourChart({ hours }: { hours: readonly Hour[] }) {
  return (
    <Chart
      label="Files by hour"
      ticks={hours.map((_, hour) => (hour % 6 === 0 ? `${String(hour).padStart(2, '0')}:00` : ''))}
      stacks={[
        { tone: 'ok', values: hours.map(({ completed }) => completed) },
        { tone: 'warn', values: hours.map(({ with_errors }) => with_errors) },
        { tone: 'bad', values: hours.map(({ failed }) => failed) },
      ]}
      marks={hours.map(({ received }) => (received > 0 ? received : null))}
      caption="Files finished by hour: completed, with errors, failed. Line: received."
      describe={(at) => {
        const hour = hours[at]
        if (!hour) return ''
        const { received, completed, with_errors, failed } = hour
        return `${String(at).padStart(2, '0')}:00: ${received} received, ${completed} completed, ${with_errors} with errors, ${failed} failed`
      }}
    />
  )
}
