import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { FILE_STATES } from '@backoffice/contract/file-states'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import type { HoldLimits } from '../../files/tracked/held-result.ts'
import { countGuessers } from '../../files/tracked/user-limits.store.ts'
import { type Clock, manilaDay, startOfToday } from '../../kernel/clock.ts'
import { isAudited } from '../../kernel/counted-audit.ts'
import type { Handlers } from '../../kernel/mount.ts'
import type { Readiness } from '../../kernel/readiness.ts'
import { addCounts, p95 } from '../../telemetry/latencies.ts'
import { countNeedingAuthenticator } from '../access/second-factor.store.ts'
import { countBusyUsers } from '../inquiries/inquiry-quotas.store.ts'
import { mailCounts, readProcesses, readSystemFigures, readTrends } from './status.store.ts'

type Deps = {
  db: Database
  clock: Clock
  readiness: Pick<Readiness, 'report'>
  holds: Pick<HoldLimits, 'notFoundPerDay' | 'sameLastFourRows'>
  quotas: Pick<Config['quotas'], 'differentCards'>
}

const CALLS_SECONDS = 300
const MINUTE = 60
const DAY_MS = 86_400_000
/** Share of a limit from which a user is counted. */
const NEAR = 0.1

/** Uses the figures that processes also count for Prometheus, see `telemetry/telemetry.ts`. */
export function statusHandlers({
  db,
  clock,
  readiness,
  holds,
  quotas,
}: Deps): Handlers<(typeof api)['status']> {
  return {
    get: async (_received, { caller }) => {
      const now = clock.now()
      const [{ checks }, all, { queues, files, held, provider }, mail, nearHold, busy] = await Promise.all([
        readiness.report(),
        readProcesses(db, now),
        readSystemFigures(db, now),
        mailCounts(db, now, new Date(now.getTime() - DAY_MS)),
        countGuessers(db, {
          day: manilaDay(now),
          notFound: holds.notFoundPerDay * NEAR,
          sameLastFour: holds.sameLastFourRows * NEAR,
        }),
        countBusyUsers(db, { since: startOfToday(now), most: quotas.differentCards }),
      ])
      const alive = all.filter(({ isAlive }) => isAlive)
      const services = alive.flatMap(({ figures }) => figures.services ?? [])
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
        users_near_hold: nearHold,
        users_with_many_cards: busy,
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
        identity: {
          check: lastCheck(services.map((each) => each.provider)),
          waiting: provider.find(({ state }) => state === 'waiting')?.actions ?? 0,
          failed: provider.find(({ state }) => state === 'failed')?.actions ?? 0,
          oldest_seconds: maximum(provider.map((each) => each.oldest_seconds)),
        },
        mail: { delivery: services[0]?.mail ?? null, ...mail },
      }
    },

    trends: async () => {
      const now = clock.now()
      return { as_of: now.toISOString(), ...(await readTrends(db, now)) }
    },
  }
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

type ProviderCheck = { is_up: boolean; checked_at: string }

function lastCheck(checks: readonly (ProviderCheck | null)[]): ProviderCheck | null {
  const known = checks.flatMap((check) => check ?? [])
  return known.toSorted((a, b) => b.checked_at.localeCompare(a.checked_at))[0] ?? null
}

function maximum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? Math.max(...known) : null
}

function addUpErrors(counted: readonly Readonly<Record<string, number>>[]) {
  const counts = new Map<string, number>()
  for (const [key, count] of counted.flatMap((each) => Object.entries(each)))
    counts.set(key, (counts.get(key) ?? 0) + count)
  return [...counts]
    .map(([key, count]) => {
      const [status, code = 'other'] = key.split(' ')
      const error = { status: Number(status) || 0, code }
      return { ...error, count, audited: isAudited(error, { effect: 'write' }) }
    })
    .toSorted((a, b) => Number(b.status >= 500) - Number(a.status >= 500) || b.count - a.count)
}
