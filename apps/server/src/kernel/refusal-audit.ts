import type { Endpoint } from '@backoffice/contract/endpoint'
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../db/client.ts'
import { type Actor, type AuditEvent, recordAudit } from './audit.ts'
import type { HttpError } from './errors.ts'
import type { RequestIds } from './request-ids.ts'

const WINDOW_MS = 60_000
const CHECK_MS = 1_000

type Refusal = { actor: Actor; event: AuditEvent } & RequestIds
/** `counted`: the first refusal without its own row, reduced to what all counted ones share. */
type RefusalCount = { until: number; count: number; counted: Refusal }

function add(pending: RefusalCount, refusal: Refusal, count = 1): void {
  pending.counted = pending.count === 0 ? refusal : withoutDifferences(pending.counted, refusal)
  pending.count += count
}

function withoutDifferences(first: Refusal, { event }: Refusal): Refusal {
  const { changes, ...shared } = first.event
  const isSameRecord = shared.id === event.id
  const areSameChanges = JSON.stringify(changes) === JSON.stringify(event.changes)
  return {
    ...first,
    event: { ...shared, id: isSameRecord ? shared.id : null, ...(areSameChanges && changes && { changes }) },
  }
}

export type RefusalAudit = {
  /** Writes the first of similar refusals immediately and counts those of the following minute. */
  record: (refusal: Refusal) => Promise<void>
  /** Writes the pending counts. */
  close: () => Promise<void>
}

type Options = {
  db: Database
  clock: Clock
  onError: (error: unknown) => void
  /** Bounds memory: beyond it the count of the oldest kind is written early. */
  maxKinds?: number
}

/** Audits refused calls. Similar refusals share caller, action and error code, but not necessarily the record. */
export function createRefusalAudit({ db, clock, onError, maxKinds = 10_000 }: Options): RefusalAudit {
  // In the order of the ends of their windows.
  const kinds = new Map<string, RefusalCount>()

  function begin(kind: string, counted: Refusal): RefusalCount {
    const started = { until: clock.now().getTime() + WINDOW_MS, count: 0, counted }
    kinds.set(kind, started)
    return started
  }

  async function write(kind: string, { count, counted }: RefusalCount): Promise<void> {
    if (count === 0) return
    await recordAudit(db, counted, [{ ...counted.event, count }]).catch((error: unknown) => {
      onError(error)
      // Added to the next window, unless `maxKinds` is reached.
      const next = kinds.get(kind) ?? (kinds.size < maxKinds ? begin(kind, counted) : undefined)
      if (next) add(next, counted, count)
    })
  }

  async function writeUntil(time: number): Promise<void> {
    for (const [kind, counted] of [...kinds]) {
      if (counted.until > time) return
      // A new window of this kind may have started meanwhile.
      if (kinds.get(kind) !== counted) continue
      kinds.delete(kind)
      await write(kind, counted)
    }
  }

  const timer = setInterval(() => void writeUntil(clock.now().getTime()), CHECK_MS)
  timer.unref()

  return {
    async record(refusal) {
      const { resource, action, reason } = refusal.event
      const kind = JSON.stringify([refusal.actor.id, resource, action, reason])
      const pending = kinds.get(kind)
      if (pending && clock.now().getTime() < pending.until) {
        add(pending, refusal)
        return
      }
      kinds.delete(kind)
      const first = begin(kind, refusal)
      if (pending) await write(kind, pending)
      const [oldest] = kinds
      if (oldest && kinds.size > maxKinds) {
        kinds.delete(oldest[0])
        await write(...oldest)
      }
      await recordAudit(db, refusal, [refusal.event]).catch((error: unknown) => {
        add(first, refusal)
        throw error
      })
    },
    async close() {
      clearInterval(timer)
      await writeUntil(Number.POSITIVE_INFINITY)
    },
  }
}

/** True for denied access, hidden rows, conflicting writes and quotas of card data. */
export function isAudited(
  { status, code }: Pick<HttpError, 'status' | 'code'>,
  { effect }: Pick<Endpoint, 'effect'>,
) {
  if (status === 403 || status === 404) return true
  // Polled until the copy exists.
  if (code === 'artifact_preparing') return false
  return (effect === 'write' && status === 409) || QUOTAS.has(code)
}

const QUOTAS = new Set(['reveal_quota_used', 'card_file_quota_used', 'not_found_quota_used'])
