import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../db/client.ts'
import { type Actor, type AuditEntry, recordAudit } from './audit.ts'

const COUNTED_FOR_MS = 60_000
const CHECK_MS = 1_000

type Refused = { actor: Actor; entry: AuditEntry; requestId: string }
type Counted = { until: number; count: number; last: Refused }

export type Refusals = {
  /** Writes the first of equal refusals at once, and counts those of the minute after it. */
  record: (refused: Refused) => Promise<void>
  /** Writes what was counted so far. */
  close: () => Promise<void>
}

type Options = {
  db: Database
  clock: Clock
  onError: (error: unknown) => void
  /** How many kinds of refusals are counted at a time; beyond it the count of the oldest is written early. */
  maxKinds?: number
}

/** Equal: of one person, by one action, of one resource, for one reason. */
export function createRefusals({ db, clock, onError, maxKinds = 10_000 }: Options): Refusals {
  // In the order in which their minutes end.
  const kinds = new Map<string, Counted>()

  function begin(kind: string, last: Refused): Counted {
    const counted = { until: clock.now().getTime() + COUNTED_FOR_MS, count: 0, last }
    kinds.set(kind, counted)
    return counted
  }

  async function write(kind: string, { count, last }: Counted): Promise<void> {
    if (count === 0) return
    const { actor, entry, requestId } = last
    await recordAudit(db, actor, [{ ...entry, count }], 'refused', requestId).catch((error: unknown) => {
      onError(error)
      // Written with those of the next minute, unless that took more memory than is allowed.
      const next = kinds.get(kind) ?? (kinds.size < maxKinds ? begin(kind, last) : undefined)
      if (next) next.count += count
    })
  }

  async function writeUntil(time: number): Promise<void> {
    for (const [kind, counted] of [...kinds]) {
      if (counted.until > time) return
      // Another minute of this kind may have begun meanwhile.
      if (kinds.get(kind) !== counted) continue
      kinds.delete(kind)
      await write(kind, counted)
    }
  }

  const timer = setInterval(() => void writeUntil(clock.now().getTime()), CHECK_MS)
  timer.unref()

  return {
    async record(refused) {
      const { actor, entry, requestId } = refused
      const kind = JSON.stringify([actor.id, entry.action, entry.resource, entry.resourceId, entry.reason])
      const known = kinds.get(kind)
      if (known && clock.now().getTime() < known.until) {
        known.count++
        known.last = refused
        return
      }
      kinds.delete(kind)
      const first = begin(kind, refused)
      if (known) await write(kind, known)
      const [oldest] = kinds
      if (oldest && kinds.size > maxKinds) {
        kinds.delete(oldest[0])
        await write(...oldest)
      }
      await recordAudit(db, actor, [entry], 'refused', requestId).catch((error: unknown) => {
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
