import { day, dayAfter, today } from '../../kit/format-time.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { numeric, Table } from '../../ui/table.tsx'
import css from './dashboard.module.css'

type Props = { what: string; values: readonly number[] }

/** A line of the last days, today last. */
export function Week({ what, values }: Props) {
  return <Sparkline label={`${what}, the last ${values.length} days; as a table below`} values={values} />
}

/** The same days as a table. */
export function WeekTable({ what, values }: Props) {
  const first = dayAfter(today(), 1 - values.length)
  return (
    <details className={css.week}>
      <summary>{what} by day</summary>
      <Table label={`${what} by day`}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" {...numeric}>
              {what}
            </th>
          </tr>
        </thead>
        <tbody>
          {values.map((value, index) => {
            const date = dayAfter(first, index)
            return (
              <tr key={date}>
                <td>{day(`${date}T00:00:00+08:00`)}</td>
                <td {...numeric}>{formatNumber(value)}</td>
              </tr>
            )
          })}
        </tbody>
      </Table>
    </details>
  )
}
