import type { Reply } from '@backoffice/contract/endpoint'
import type { statusEndpoints } from '@backoffice/contract/status'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { plural } from '../../kit/format/format-number.ts'
import { formatDateTime, formatSeconds, today } from '../../kit/format/format-time.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, EmptyValue } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { code, numeric, SkeletonRows, Table } from '../../ui/table.tsx'
import css from './status.module.css'
import { type Status, trendsQuery } from './status-queries.ts'

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

const HOUR_MS = 3_600_000

type Props = { errors: Status['errors'] | undefined; asOf: string | undefined }

/** Errors of the last hour. Those that the trail records lead to their events. */
export function ErrorsCard({ errors, asOf }: Props) {
  return (
    <Card title="Errors in the last hour" flush>
      {errors?.length === 0 ? (
        <EmptyState title="No errors">No call failed or was refused in the last hour.</EmptyState>
      ) : (
        <Table label="Errors in the last hour" plain busy={!errors}>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Code</th>
              <th scope="col" {...numeric}>
                Status
              </th>
              <th scope="col" {...numeric}>
                Times
              </th>
              <th scope="col">Events</th>
            </tr>
          </thead>
          <tbody>
            {errors ? (
              errors.map((error) => (
                <tr key={`${error.status} ${error.code}`}>
                  <td>
                    {error.status >= 500 ? (
                      <Badge tone="bad">Failed</Badge>
                    ) : (
                      <Badge tone="quiet">Refused</Badge>
                    )}
                  </td>
                  <td {...code}>{error.code}</td>
                  <td {...numeric}>{error.status}</td>
                  <td {...numeric}>{formatNumber(error.count)}</td>
                  <td>
                    {error.audited && asOf ? (
                      <Link {...eventsOf(error.code, asOf)} aria-label={`Show events of ${error.code}`}>
                        Show events
                      </Link>
                    ) : (
                      <span className={css.unknown}>In the logs only</span>
                    )}
                  </td>
                </tr>
              ))
            ) : (
              <SkeletonRows rows={2} columns={5} />
            )}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

/** The trail filters by day, so the link includes the day on which the hour began. */
function eventsOf(code: string, asOf: string) {
  const end = new Date(asOf)
  const days = `${today(new Date(end.getTime() - HOUR_MS))}..${today(end)}`
  return linkTo('/audit', { search: { q: code, 'f.outcome': 'refused~stale', 'f.at': days } })
}
