import { setTimeout as sleep } from 'node:timers/promises'
import { networkOf } from '@backoffice/identity'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import type { Caller } from './caller.ts'
import { HttpError } from './errors.ts'

/** The users of an office share one address. */
const CALLERS_PER_ADDRESS = 10

export type CheckRateLimit = (reply: FastifyReply, caller: Pick<Caller, 'id'>) => Promise<void>

/**
 * Limits calls by address. Returns the limit by caller, to apply after authentication. Replies state the limit that was
 * checked last in the headers of draft-ietf-httpapi-ratelimit-headers-10.
 */
export function registerRateLimit(
  app: FastifyInstance,
  counter: CallCounter,
  perMinute: number,
): CheckRateLimit {
  const limit = async (reply: FastifyReply, policy: 'address' | 'caller', id: string, most: number) => {
    const key = `${policy} ${id}`
    const isAllowed = await counter.count(key, most)
    const { calls, seconds } = counter.left(key, most)
    reply.header('ratelimit-policy', `"${policy}";q=${most};w=${MINUTE_MS / 1_000}`)
    reply.header('ratelimit', `"${policy}";r=${isAllowed ? calls : 0};t=${seconds}`)
    if (!isAllowed) throw new HttpError('too_many_requests', { retryAfterSeconds: seconds })
  }
  app.addHook('onRequest', ({ ip }, reply) =>
    limit(reply, 'address', networkOf(ip), perMinute * CALLERS_PER_ADDRESS),
  )
  app.addHook('onClose', () => counter.close())
  return (reply, caller) => limit(reply, 'caller', caller.id, perMinute)
}

const MINUTE_MS = 60_000
const EXCHANGE_MS = 1_000
/** Longest wait of a call for an exchange; after it the process decides by its own counts. */
const PATIENCE_MS = 1_000
/** Share of the remaining limit that a process may use before an exchange; bounds the excess per additional process. */
const SHARE = 1 / 16
/** Bounds memory under a flood of addresses by dropping the oldest key. */
const MAX_KEYS = 50_000

/** `shared` counts calls of all processes at the last exchange, without `sending` and `unsent`. */
type Minute = { shared: number; sending: number; unsent: number; excess: number; endsAt: number }

export type CallCounter = {
  /** Counts a call of the key; false when all processes together have reached `limit` in this minute. */
  count: (key: string, limit: number) => Promise<boolean>
  /** Calls left in the minute of the key, as far as this process knows, and the seconds until it ends. */
  left: (key: string, limit: number) => { calls: number; seconds: number }
  close: () => Promise<void>
}

type Options = { counts: CallCounts; onError: (error: unknown) => void; now?: () => number }

/**
 * Counts the calls of a key in minutes that start with its first call. Processes exchange counts every second; a call
 * waits for an exchange only near its limit. Without a database each process counts its own calls.
 */
export function createCallCounter({ counts, onError, now = () => performance.now() }: Options): CallCounter {
  const minutes = new Map<string, Minute>()
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let cleanAt = now() + MINUTE_MS

  function minuteOf(key: string): Minute {
    const found = minutes.get(key)
    if (found && found.endsAt > now()) return found
    const minute = { shared: 0, sending: 0, unsent: 0, excess: 0, endsAt: now() + MINUTE_MS }
    // Moves the key to the end.
    minutes.delete(key)
    minutes.set(key, minute)
    if (minutes.size > MAX_KEYS) for (const oldest of [...minutes.keys()].slice(0, 1)) minutes.delete(oldest)
    return minute
  }

  /** Schedules an exchange that includes all calls counted before it starts. */
  function exchangeSoon(): Promise<void> {
    next ??= running.then(() => {
      next = undefined
      running = exchange()
      return running
    })
    return next
  }

  async function exchange() {
    clearTimeout(timer)
    timer = undefined
    const at = now()
    const sent = new Map([...minutes].filter(([, { unsent, endsAt }]) => unsent > 0 && endsAt > at))
    if (sent.size === 0) return
    for (const minute of sent.values()) {
      minute.sending = minute.unsent
      minute.unsent = 0
    }
    try {
      const shared = await counts.add(new Map([...sent].map(([key, { sending }]) => [key, sending])))
      for (const [key, minute] of sent) {
        const { calls, endsInMs } = shared.get(key) ?? { calls: minute.sending, endsInMs: MINUTE_MS }
        minute.shared = calls
        minute.endsAt = now() + endsInMs
        minute.sending = 0
      }
      await clean()
    } catch (error) {
      for (const minute of sent.values()) {
        minute.unsent += minute.sending
        minute.sending = 0
      }
      onError(error)
    }
  }

  async function clean() {
    if (now() < cleanAt) return
    cleanAt = now() + MINUTE_MS
    for (const [key, { endsAt }] of minutes) if (endsAt <= now()) minutes.delete(key)
    await counts.removeOld()
  }

  return {
    async count(key, limit) {
      const minute = minuteOf(key)
      const own = minute.sending + minute.unsent
      if (minute.shared + own >= limit) return false
      minute.unsent++
      timer ??= setTimeout(exchangeSoon, EXCHANGE_MS).unref()
      if (own < (limit - minute.shared) * SHARE - 1) return true
      await Promise.race([exchangeSoon(), sleep(PATIENCE_MS, undefined, { ref: false })])
      // Refuses exactly as many calls of this exchange as exceed the limit.
      const isRefused = minute.shared - minute.excess > limit
      if (isRefused) minute.excess++
      return !isRefused
    },
    left(key, limit) {
      const { shared, sending, unsent, endsAt } = minuteOf(key)
      const calls = Math.max(0, limit - shared - sending - unsent)
      return { calls, seconds: Math.max(1, Math.ceil((endsAt - now()) / 1_000)) }
    },
    async close() {
      clearTimeout(timer)
      await Promise.race([exchangeSoon(), sleep(PATIENCE_MS, undefined, { ref: false })])
    },
  }
}

/** Calls of all processes in the current minute of a key. */
type SharedCount = { calls: number; endsInMs: number }

type CallCounts = {
  /** Adds the calls of each key; starts a new minute where the last is over. */
  add: (calls: ReadonlyMap<string, number>) => Promise<Map<string, SharedCount>>
  /** Removes minutes that are over. */
  removeOld: () => Promise<void>
}

const OLD_ROWS = 5_000

/** Updates keys in sorted order, so that two processes cannot deadlock. */
export function createCallCounts(db: Database): CallCounts {
  return {
    async add(calls) {
      const keys = [...calls.keys()].sort()
      const counts = keys.map((key) => calls.get(key))
      const { rows } = await sql<{ key: string; calls: number; ends_in_ms: number }>`
        INSERT INTO call_counts AS c (key, calls, ends_at)
        SELECT key, calls, now() + interval '1 minute'
        FROM unnest(${keys}::text[], ${counts}::int[]) WITH ORDINALITY AS sent (key, calls, place) ORDER BY place
        ON CONFLICT (key) DO UPDATE SET
          calls = CASE WHEN c.ends_at <= now() THEN excluded.calls ELSE c.calls + excluded.calls END,
          ends_at = CASE WHEN c.ends_at <= now() THEN excluded.ends_at ELSE c.ends_at END
        RETURNING key, calls, (extract(epoch FROM ends_at - now()) * 1000)::float8 AS ends_in_ms`.execute(db)
      return new Map(rows.map((row) => [row.key, { calls: row.calls, endsInMs: row.ends_in_ms }]))
    },
    async removeOld() {
      await sql`DELETE FROM call_counts WHERE ctid IN (
        SELECT ctid FROM call_counts WHERE ends_at < now() - interval '1 minute'
        LIMIT ${OLD_ROWS} FOR UPDATE SKIP LOCKED)`.execute(db)
    },
  }
}
