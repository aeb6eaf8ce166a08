import type { Reply } from '@backoffice/contract/endpoint'
import type { statusEndpoints } from '@backoffice/contract/status'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { plural } from '../../kit/format/format-number.ts'
import { formatDateTime, formatSeconds } from '../../kit/format/format-time.ts'
import { Card, EmptyValue } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { numeric, SkeletonRows, Table } from '../../ui/table.tsx'
import css from './status.module.css'
import { trendsQuery } from './status-queries.ts'

type Point = Reply<typeof statusEndpoints.trends>['hour'][number]
type Figure = 'calls' | 'failed' | 'p95_ms' | 'waiting'

const ms = (value: number) => `${formatNumber(Math.round(value))} ms`
const FIGURES: readonly { name: Figure; label: string; shown: (value: number) => string; isSum?: true }[] = [
  { name: 'calls', label: 'Calls', shown: formatNumber, isSum: true },
  { name: 'failed', label: 'Failed calls', shown: formatNumber, isSum: true },
  { name: 'p95_ms', label: 'Duration, p95', shown: ms },
  { name: 'waiting', label: 'Waiting jobs', shown: formatNumber },
]

/** Figures of all web processes over the last hour and day, up to the last complete minute. */
export function TrendsCard() {
  const { data, error, refetch, isFetching } = useQuery(trendsQuery)
  return (
    <Card title="Trends" flush aside={data && <span>as of {formatSeconds(data.as_of)}</span>}>
      {error && !data ? (
        <ErrorNotice what="The trends" error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Table label="Trends" plain busy={!data}>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col" {...numeric}>
                Last hour
              </th>
              <th scope="col">By minute</th>
              <th scope="col" {...numeric}>
                Last 24 hours
              </th>
              <th scope="col">By half hour</th>
            </tr>
          </thead>
          <tbody>
            {data ? (
              FIGURES.map((figure) => (
                <tr key={figure.name}>
                  <td>{figure.label}</td>
                  <Trend figure={figure} points={data.hour} />
                  <Trend figure={figure} points={data.day} />
                </tr>
              ))
            ) : (
              <SkeletonRows rows={4} columns={5} />
            )}
          </tbody>
        </Table>
      )}
      {data && <Gaps minutes={data.hour.filter(({ calls }) => calls === null).length} />}
    </Card>
  )
}

function Trend({ figure, points }: { figure: (typeof FIGURES)[number]; points: readonly Point[] }) {
  const values = points.map((point) => point[figure.name])
  const known = values.filter((value) => value !== null)
  const [first, last] = [points[0], points.at(-1)]
  if (known.length === 0 || !first || !last)
    return (
      <>
        <td {...numeric}>
          <EmptyValue />
        </td>
        <td>
          <span className={css.unknown}>No data</span>
        </td>
      </>
    )
  const most = Math.max(...known)
  const total = figure.isSum ? known.reduce((sum, value) => sum + value, 0) : most
  const peak = points[values.indexOf(most)] ?? last
  const words = `${figure.label} from ${formatDateTime(first.at)} to ${formatDateTime(last.at)}: most ${figure.shown(most)} at ${formatDateTime(peak.at)}, last ${figure.shown(known.at(-1) ?? 0)}`
  return (
    <>
      <td {...numeric}>{figure.isSum ? figure.shown(total) : `max ${figure.shown(most)}`}</td>
      <td>
        <Sparkline label={words} values={values} />
      </td>
    </>
  )
}

function Gaps({ minutes }: { minutes: number }) {
  if (minutes === 0) return null
  return (
    <p className={css.note}>
      {plural(minutes, 'minute')} of the last hour {minutes === 1 ? 'was' : 'were'} not recorded: no web
      process ran, or the database did not respond.
    </p>
  )
}
