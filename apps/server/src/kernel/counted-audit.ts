import type { Endpoint } from '@backoffice/contract/endpoint'
import type { Database } from '../db/client.ts'
import { type AuditContext, type AuditEvent, recordAudit } from './audit.ts'
import type { Clock } from './clock.ts'

const WINDOW_MS = 60_000
const CHECK_MS = 1_000

/** Addresses of similar events that are counted separately. Events of further ones are counted together. */
const MAX_ADDRESSES = 5
const OTHER_ADDRESSES = 'other'

type EventWithContext = Omit<AuditContext, 'allowedBy'> & { event: AuditEvent }
/** `counted` is the first event without its own row, reduced to what all counted ones share. */
type EventCount = { count: number; counted: EventWithContext }
/** Counts similar events by address in the minute after the first. */
type Window = { until: number; counts: Map<string, EventCount> }

function add(pending: EventCount, happened: EventWithContext, count = 1): void {
  pending.counted = pending.count === 0 ? happened : withoutDifferences(pending.counted, happened)
  pending.count += count
}

function withoutDifferences(first: EventWithContext, { event, client }: EventWithContext): EventWithContext {
  const { changes, ...shared } = first.event
  const isSameRecord = shared.id === event.id
  const areSameChanges = JSON.stringify(changes) === JSON.stringify(event.changes)
  const [address = null, device = null] = [first.client?.address, first.client?.device]
  return {
    ...first,
    client: {
      address: address === client?.address ? address : null,
      device: device === client?.device ? device : null,
    },
    event: { ...shared, id: isSameRecord ? shared.id : null, ...(areSameChanges && changes && { changes }) },
  }
}

export type CountedAudit = {
  /** Writes the first of similar events immediately and counts those of the following minute. */
  record: (happened: EventWithContext) => Promise<void>
  /** Writes the pending counts. Later events are written immediately. */
  close: () => Promise<void>
}

type Options = {
  db: Database
  clock: Clock
  onError: (error: unknown) => void
  /** Bounds memory. Beyond it the counts of the oldest entry are written early. */
  maxWindows?: number
}

/**
 * Audits refused calls and failed sign-ins, which a client can repeat. Similar events share actor, action, reason and
 * address, but not necessarily the record.
 */
export function createCountedAudit({ db, clock, onError, maxWindows = 10_000 }: Options): CountedAudit {
  // In the order of their ends.
  const windows = new Map<string, Window>()
  let isClosed = false

  function begin(key: string): Window {
    const started = { until: clock.now().getTime() + WINDOW_MS, counts: new Map() }
    windows.set(key, started)
    return started
  }

  async function write(key: string, { counts }: Window): Promise<void> {
    for (const [address, { count, counted }] of counts) {
      if (count === 0) continue
      await recordAudit(db, counted, [{ ...counted.event, count }]).catch((error: unknown) => {
        onError(error)
        // Added to the next window, unless `maxWindows` is reached.
        const next = windows.get(key) ?? (windows.size < maxWindows ? begin(key) : undefined)
        if (next) add(countIn(next, address, counted), counted, count)
      })
    }
  }

  async function writeUntil(time: number): Promise<void> {
    for (const [key, window] of [...windows]) {
      if (window.until > time) return
      // A new window of this key may have started meanwhile.
      if (windows.get(key) !== window) continue
      windows.delete(key)
      await write(key, window)
    }
  }

  /** The current window of a key, and its former one if that has ended. */
  function windowOf(key: string): { window: Window; ended: Window | undefined } {
    const found = windows.get(key)
    if (found && clock.now().getTime() < found.until) return { window: found, ended: undefined }
    windows.delete(key)
    return { window: begin(key), ended: found }
  }

  const timer = setInterval(() => void writeUntil(clock.now().getTime()), CHECK_MS)
  timer.unref()

  return {
    async record(happened) {
      const { actor, event, client } = happened
      if (isClosed) return recordAudit(db, happened, [event])
      const key = JSON.stringify([actor.id ?? actor.name, event.resource, event.action, event.reason])
      const { window, ended } = windowOf(key)
      const address = addressIn(window, client?.address ?? '')
      const pending = window.counts.get(address)
      if (pending) {
        add(pending, happened)
        return
      }
      const first = countIn(window, address, happened)
      if (ended) await write(key, ended)
      const [oldest] = windows
      if (oldest && windows.size > maxWindows) {
        windows.delete(oldest[0])
        await write(...oldest)
      }
      await recordAudit(db, happened, [event]).catch((error: unknown) => {
        add(first, happened)
        throw error
      })
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await writeUntil(Number.POSITIVE_INFINITY)
    },
  }
}

function addressIn({ counts }: Window, address: string): string {
  return counts.has(address) || counts.size < MAX_ADDRESSES ? address : OTHER_ADDRESSES
}

function countIn({ counts }: Window, address: string, counted: EventWithContext): EventCount {
  const found = counts.get(address) ?? { count: 0, counted }
  counts.set(address, found)
  return found
}

/** True for denied access, hidden rows, conflicting writes and quotas of card data. */
export function isAudited(
  { status, code }: { status: number; code: string },
  { effect }: Pick<Endpoint, 'effect'>,
) {
  if (status === 403 || status === 404) return true
  // Polled until the copy exists.
  if (code === 'artifact_preparing') return false
  return (effect === 'write' && status === 409) || QUOTAS.has(code)
}

const QUOTAS = new Set([
  'reveal_quota_used',
  'card_file_quota_used',
  'posting_card_quota_used',
  'not_found_quota_used',
])
