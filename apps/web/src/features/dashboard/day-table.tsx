import { weekdayOf } from '../../kit/format/format-time.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { numeric, Table } from '../../ui/table.tsx'
import { BehindLink } from './figures.tsx'
import { dayBehind } from './links.ts'

type Day = { day: string; value: number; mean: number | null }

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
              <BehindLink behind={dayBehind(day)}>
                {weekdayOf(day).slice(0, 3)} {day}
              </BehindLink>
            </th>
            <td {...numeric}>{formatNumber(value)}</td>
            <td {...numeric}>{mean === null ? '—' : formatNumber(Math.round(mean))}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
