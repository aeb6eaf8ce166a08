import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { FILE_STATES } from '@backoffice/contract/file-states'
import type { Clock } from '../../adapters/clock.ts'
import type { Database } from '../../db/client.ts'
import { addCounts, p95 } from '../../kernel/latencies.ts'
import type { Handlers } from '../../kernel/mount.ts'
import type { Readiness } from '../../kernel/readiness.ts'
import { countNeedingAuthenticator } from '../access/second-factor.store.ts'
import { readProcesses, readSystemFigures } from './status.store.ts'

type Deps = { db: Database; clock: Clock; readiness: Pick<Readiness, 'report'> }

const CALLS_SECONDS = 300
const MINUTE = 60

/** Uses the figures that processes also count for Prometheus, see `telemetry/telemetry.ts`. */
export function statusHandlers({ db, clock, readiness }: Deps): Handlers<(typeof api)['status']> {
  return {
    get: async (_received, { caller }) => {
      const now = clock.now()
      const [{ checks }, all, { queues, files, held }] = await Promise.all([
        readiness.report(),
        readProcesses(db, now),
        readSystemFigures(db, now),
      ])
      const alive = all.filter(({ isAlive }) => isAlive)
      const storageCalls = alive.map(({ figures }) => figures.storage.calls).reduce(addCounts, [])
      const rowsPerSecond = (phase: string) =>
        total(alive.map(({ figures }) => figures.rows_last_minute[phase] ?? 0)) / MINUTE
      return {
        as_of: now.toISOString(),
        parts: checks,
        processes: alive.map(({ id, kind, build, started_at, calls, figures }) => {
          const seconds = Math.max(1, (now.getTime() - started_at.getTime()) / 1000)
          const { memory_bytes, event_loop_delay_ms, pool, streams } = figures
          return {
            id,
            // Checked by the table.
            kind: kind as 'web' | 'worker',
            build,
            started_at: started_at.toISOString(),
            memory_bytes,
            event_loop_delay_ms,
            calls_per_second: kind === 'web' ? total(calls) / Math.min(CALLS_SECONDS, seconds) : null,
            p95_ms: p95(calls),
            pool,
            streams,
          }
        }),
        queues,
        files: FILE_STATES.map((state) => ({
          state,
          files: files.find((each) => each.state === state)?.files ?? 0,
        })),
        held_results: held,
        second_factor_missing: may(caller.access, 'user:view') ? await countNeedingAuthenticator(db) : null,
        storage: {
          calls: total(storageCalls),
          errors: total(alive.map(({ figures }) => figures.storage.errors)),
          p95_ms: p95(storageCalls),
        },
        rows: {
          validated_per_second: rowsPerSecond('validated'),
          answered_per_second: rowsPerSecond('answered'),
        },
        errors: addUpErrors(all.map(({ figures }) => figures.errors_last_hour)),
      }
    },
  }
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

function addUpErrors(counted: readonly Readonly<Record<string, number>>[]) {
  const counts = new Map<string, number>()
  for (const [key, count] of counted.flatMap((each) => Object.entries(each)))
    counts.set(key, (counts.get(key) ?? 0) + count)
  return [...counts]
    .map(([key, count]) => {
      const [status, code = 'other'] = key.split(' ')
      return { status: Number(status) || 0, code, count }
    })
    .toSorted((a, b) => Number(b.status >= 500) - Number(a.status >= 500) || b.count - a.count)
}
