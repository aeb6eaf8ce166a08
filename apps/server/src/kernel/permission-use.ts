import type { Permission } from '@backoffice/contract/access'
import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import type { Caller } from './caller.ts'
import { type Clock, manilaDay } from './clock.ts'

/** Permissions in the order of the last checks, true for those in use. */
const checkedPermissions = new WeakMap<Pick<Caller, 'id'>, Map<Permission, boolean>>()

/** Notes a permission that allowed something in this call. If `isUse`, no other permission would have. */
export function noteAllowed(caller: Pick<Caller, 'id'>, permission: Permission, isUse: boolean): void {
  const known = checkedPermissions.get(caller) ?? new Map<Permission, boolean>()
  const wasUse = known.get(permission) ?? false
  known.delete(permission)
  checkedPermissions.set(caller, known.set(permission, wasUse || isUse))
}

/** The permission that was checked last; undefined before the first check. */
export function lastAllowed(caller: Pick<Caller, 'id'>): Permission | undefined {
  return [...(checkedPermissions.get(caller)?.keys() ?? [])].at(-1)
}

export type PermissionUse = {
  /** Records the permissions that a call needed which has succeeded. Never fails, and waits for nothing. */
  record: (caller: Pick<Caller, 'id'>) => void
  /** Writes what is pending. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

type Use = { userId: string; permission: Permission; day: string }

type Options = {
  db: Database
  clock: Clock
  onError: (error: unknown) => void
  everyMs?: number
  /** Bounds memory, in pairs of user and permission. Beyond it pairs are written again, or not recorded. */
  maxPairs?: number
}

/** Writes each pair of user and permission once per day in Manila and process, in batches outside of the calls. */
export function createPermissionUse({
  db,
  clock,
  onError,
  everyMs = 5_000,
  maxPairs = 50_000,
}: Options): PermissionUse {
  let day = ''
  let known = new Set<string>()
  let pending = new Map<string, Use>()
  let writing = Promise.resolve()

  function add(userId: string, permission: Permission): void {
    const pair = `${userId} ${permission}`
    if (known.has(pair) || pending.size >= maxPairs) return
    if (known.size >= maxPairs) known = new Set()
    known.add(pair)
    pending.set(`${day} ${pair}`, { userId, permission, day })
  }

  async function write(): Promise<void> {
    if (pending.size === 0) return
    const batch = pending
    pending = new Map()
    await saveUse(db, [...batch.values()]).catch((error: unknown) => {
      onError(error)
      for (const [key, use] of batch) if (pending.size < maxPairs) pending.set(key, use)
    })
  }

  const flush = () => {
    writing = writing.then(write)
    return writing
  }
  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()

  return {
    record(caller) {
      const permissions = checkedPermissions.get(caller)
      if (!permissions) return
      const today = manilaDay(clock.now())
      if (today !== day) {
        day = today
        known = new Set()
      }
      for (const [permission, isUse] of permissions) if (isUse) add(caller.id, permission)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** In sorted order, so that processes that write the same rows don’t deadlock. Skips unknown users. */
async function saveUse(db: Database, used: readonly Use[]): Promise<void> {
  await sql`
    INSERT INTO permission_use (user_id, permission, last_used_on)
    SELECT user_id, permission, max(day)
    FROM unnest(${used.map((use) => use.userId)}::uuid[], ${used.map((use) => use.permission)}::text[],
      ${used.map((use) => use.day)}::date[]) AS used (user_id, permission, day)
    JOIN users ON users.id = user_id
    GROUP BY user_id, permission ORDER BY user_id, permission
    ON CONFLICT (user_id, permission) DO UPDATE SET last_used_on = excluded.last_used_on
    WHERE permission_use.last_used_on < excluded.last_used_on`.execute(db)
}
