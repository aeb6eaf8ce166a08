import { setTimeout as sleep } from 'node:timers/promises'
import type { CallCounts } from './call-counts.ts'

export const MINUTE_MS = 60_000
const EXCHANGE_MS = 1_000
/** Longest wait of a call for an exchange; after it the process decides by its own counts. */
const PATIENCE_MS = 1_000
/** Share of the remaining limit that a process may use before an exchange; bounds the excess per additional process. */
const SHARE = 1 / 16
/** Bounds memory under a flood of addresses: the oldest key is dropped. */
const MAX_KEYS = 50_000

/** `shared`: calls of all processes at the last exchange, without `sending` and `unsent`. */
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
