import { duration, plural, size } from '../../kit/format/format-number.ts'
import { formatDateTime, formatSeconds } from '../../kit/format/format-time.ts'
import { Badge } from '../../ui/badge.tsx'
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

const COLUMNS = 8
const SLOW_LOOP_MS = 200

type Props = { processes: Status['processes'] | undefined; asOf: string | undefined }

export function ProcessesCard({ processes, asOf }: Props) {
  return (
    <Card title="Processes" flush aside={asOf && <span>as of {formatSeconds(asOf)}</span>}>
      {processes?.length === 0 ? (
        <EmptyState title="No running processes found">
          Processes report every 5 seconds. Wait a moment, then check that web and workers are running.
        </EmptyState>
      ) : (
        <Table label="Processes" plain busy={!processes}>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Build</th>
              <th scope="col">Since</th>
              <th scope="col" {...numeric}>
                Memory
              </th>
              <th scope="col" {...numeric}>
                Event loop
              </th>
              <th scope="col" {...numeric}>
                Calls/s
              </th>
              <th scope="col" {...numeric}>
                p95
              </th>
              <th scope="col" {...numeric}>
                Connections
              </th>
            </tr>
          </thead>
          <tbody>
            {processes ? (
              processes.map((process) => <Process key={process.id} process={process} />)
            ) : (
              <SkeletonRows rows={2} columns={COLUMNS} />
            )}
          </tbody>
        </Table>
      )}
      {processes && !processes.some(({ kind }) => kind === 'worker') && processes.length > 0 && (
        <p className={css.note}>
          <Badge tone="bad">No worker</Badge> Files are not checked or processed until a worker runs.
        </p>
      )}
    </Card>
  )
}

function Process({ process }: { process: Status['processes'][number] }) {
  const { kind, build, started_at, memory_bytes, event_loop_delay_ms, calls_per_second, p95_ms, pool } =
    process
  return (
    <tr>
      <td>{kind === 'web' ? 'Web' : 'Worker'}</td>
      <td {...code} title={build}>
        {build.slice(0, 7)}
      </td>
      <td>{formatDateTime(started_at)}</td>
      <td {...numeric}>{size(memory_bytes)}</td>
      <td {...numeric}>
        <span data-tone={event_loop_delay_ms > SLOW_LOOP_MS ? 'warn' : undefined} className={css.figure}>
          {Math.round(event_loop_delay_ms)} ms
        </span>
      </td>
      <td {...numeric}>{calls_per_second === null ? <EmptyValue /> : calls_per_second.toFixed(1)}</td>
      <td {...numeric}>{p95_ms === null ? <EmptyValue /> : `${Math.round(p95_ms)} ms`}</td>
      <td {...numeric}>
        <span data-tone={pool.waiting > 0 ? 'warn' : undefined} className={css.figure}>
          {pool.total - pool.idle} of {pool.max}
          {pool.waiting > 0 && `, ${pool.waiting} wait`}
        </span>
      </td>
    </tr>
  )
}
