import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../db/client.ts'
import { type Actor, type AuditEvent, recordAudit } from './audit.ts'

const WINDOW_MS = 60_000
const CHECK_MS = 1_000

type Refusal = { actor: Actor; event: AuditEvent; requestId: string }
type RefusalCount = { until: number; count: number; last: Refusal }

export type RefusalAudit = {
  /** Writes the first of equal refusals at once and counts those of the following minute. */
  record: (refusal: Refusal) => Promise<void>
  /** Writes the pending counts. */
  close: () => Promise<void>
}

type Options = {
  db: Database
  clock: Clock
  onError: (error: unknown) => void
  /** Bounds the memory: beyond it the count of the oldest kind is written early. */
  maxKinds?: number
}

/** Audits refused calls. Equal: same actor and event. */
export function createRefusalAudit({ db, clock, onError, maxKinds = 10_000 }: Options): RefusalAudit {
  // In the order in which their windows end.
  const kinds = new Map<string, RefusalCount>()

  function begin(kind: string, last: Refusal): RefusalCount {
    const counted = { until: clock.now().getTime() + WINDOW_MS, count: 0, last }
    kinds.set(kind, counted)
    return counted
  }

  async function write(kind: string, { count, last }: RefusalCount): Promise<void> {
    if (count === 0) return
    await recordAudit(db, last, [{ ...last.event, count }]).catch((error: unknown) => {
      onError(error)
      // Added to the next window, unless `maxKinds` is reached.
      const next = kinds.get(kind) ?? (kinds.size < maxKinds ? begin(kind, last) : undefined)
      if (next) next.count += count
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
      const kind = JSON.stringify([refusal.actor.id, refusal.event])
      const pending = kinds.get(kind)
      if (pending && clock.now().getTime() < pending.until) {
        pending.count++
        pending.last = refusal
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
        first.count++
        throw error
      })
    },
    async close() {
      clearInterval(timer)
      await writeUntil(Number.POSITIVE_INFINITY)
    },
  }
}
