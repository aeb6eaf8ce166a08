import { Link } from '@tanstack/react-router'
import { today } from '../../kit/format/format-time.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { code, numeric, SkeletonRows, Table } from '../../ui/table.tsx'
import css from './status.module.css'
import type { Status } from './status-queries.ts'

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
