import { useState } from 'react'
import { shortNumber } from '../../kit/format/format-amount.ts'
import { shortDay, weekdayOf } from '../../kit/format/format-time.ts'
import { useLazyModule } from '../../kit/lazy/use-lazy.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { numeric, Table } from '../../ui/table.tsx'
import type { ChartProps } from './bar-chart.tsx'
import css from './dashboard.module.css'
import figureCss from './figures.module.css'
import { SourceLink } from './figures.tsx'
import { daySource } from './links.ts'

const load = async () => (await import('./bar-chart.tsx')).BarChart

const HEIGHT_PX = 106

type Props = Omit<ChartProps, 'onHover' | 'height'> & {
  /** Caption while no bar is hovered. */
  caption: string
  /** Caption of the hovered bar. */
  describe: (index: number) => string
}

/** Reserves the space of the chart until its library loads. */
function Chart({ caption, describe, ...chart }: Props) {
  const [hasFailed, setFailed] = useState(false)
  const [hovered, setHovered] = useState<number | null>(null)
  const BarChart = useLazyModule(load, true, () => setFailed(true))
  return (
    <figure className={css.chart}>
      <div className={css.canvas} role="img" aria-label={`${chart.label}; also as a table`}>
        {BarChart && <BarChart {...chart} height={HEIGHT_PX} onHover={setHovered} />}
      </div>
      <figcaption className={figureCss.under}>
        {hasFailed && !BarChart
          ? 'The chart could not be loaded. Use the table.'
          : hovered === null
            ? caption
            : describe(hovered)}
      </figcaption>
    </figure>
  )
}

type Day = { day: string; value: number; mean: number | null }

/** Bars by day, with a line at the average of the weekday. */
export function DayChart({ label, days }: { label: string; days: readonly Day[] }) {
  const last = days.length - 1
  const hasMeans = days.some(({ mean }) => mean !== null)
  return (
    <Chart
      label={label}
      ticks={days.map(({ day }) => String(Number(day.slice(8))))}
      stacks={[
        { tone: 'pale', values: days.map(({ value }, index) => (index === last ? 0 : value)) },
        { tone: 'accent', values: days.map(({ value }, index) => (index === last ? value : 0)) },
      ]}
      marks={days.map(({ mean }) => mean)}
      caption={hasMeans ? 'Line: 8-week average for the weekday.' : 'No older data to compare with.'}
      describe={(at) => {
        const found = days[at]
        if (!found) return ''
        const mean = found.mean === null ? '' : `, usually ${shortNumber(found.mean)}`
        return `${weekdayOf(found.day)} ${shortDay(found.day)}: ${formatNumber(Math.round(found.value))}${mean}`
      }}
    />
  )
}

/** Days with their weekday's average; each leads to its dashboard. */
export function DayTable({ label, days }: { label: string; days: readonly Day[] }) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" {...numeric}>
            {label.replace(' by day', '')}
          </th>
          <th scope="col" {...numeric}>
            Weekday average
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, value, mean }) => (
          <tr key={day}>
            <th scope="row">
              <SourceLink source={daySource(day)}>
                {weekdayOf(day).slice(0, 3)} {day}
              </SourceLink>
            </th>
            <td {...numeric}>{formatNumber(value)}</td>
            <td {...numeric}>{mean === null ? '—' : formatNumber(Math.round(mean))}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
