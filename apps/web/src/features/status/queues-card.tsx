import { duration, plural } from '../../kit/format/format-number.ts'
import { Card, EmptyValue } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { code, numeric, SkeletonRows, Table } from '../../ui/table.tsx'
import css from './status.module.css'
import type { Status } from './status-queries.ts'

const LATE_SECONDS = 60

/** Queues that are not empty. */
export function QueuesCard({ queues }: { queues: Status['queues'] | undefined }) {
  const busy = queues?.filter(({ waiting, active, failed }) => waiting + active + failed > 0)
  return (
    <Card
      title="Queues"
      flush
      aside={
        busy && queues && busy.length > 0 && <span>{plural(queues.length - busy.length, 'other')} empty</span>
      }
    >
      {busy?.length === 0 ? (
        <EmptyState title="All queues are empty">
          No jobs are waiting or running, and none failed in the last day.
        </EmptyState>
      ) : (
        <Table label="Queues" plain busy={!busy}>
          <thead>
            <tr>
              <th scope="col">Queue</th>
              <th scope="col" {...numeric}>
                Waiting
              </th>
              <th scope="col" {...numeric}>
                Oldest
              </th>
              <th scope="col" {...numeric}>
                Running
              </th>
              <th scope="col" {...numeric}>
                Failed
              </th>
            </tr>
          </thead>
          <tbody>
            {busy ? (
              busy.map(({ name, waiting, active, failed, oldest_seconds }) => (
                <tr key={name}>
                  <td {...code}>{name}</td>
                  <td {...numeric}>{formatNumber(waiting)}</td>
                  <td {...numeric}>
                    {oldest_seconds === null ? (
                      <EmptyValue />
                    ) : (
                      <span
                        className={css.figure}
                        data-tone={oldest_seconds > LATE_SECONDS ? 'warn' : undefined}
                      >
                        {duration(oldest_seconds)}
                      </span>
                    )}
                  </td>
                  <td {...numeric}>{formatNumber(active)}</td>
                  <td {...numeric}>
                    <span className={css.figure} data-tone={failed > 0 ? 'bad' : undefined}>
                      {formatNumber(failed)}
                    </span>
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
