import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectClient } from '../db/client.ts'
import { userIdOf } from '../testing/access.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { createSessionUse, type SessionUse } from './session-use.ts'

const MINUTE_MS = 60_000

let system: TestSystem
let use: SessionUse
let now: number
const errors: unknown[] = []
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

beforeEach(async () => {
  now = Date.parse('2026-11-20T04:00:00Z')
  await system.pool.query('DELETE FROM session_use')
  use = open()
})

const open = (maxSessions?: number) =>
  createSessionUse({
    db: system.db,
    clock: { now: () => new Date(now) },
    onError: (error) => errors.push(error),
    everyMs: 3_600_000,
    ...(maxSessions !== undefined && { maxSessions }),
  })
const callerOf = async (sessionId: string | null, signedInAt = 0) => ({
  id: await userIdOf(system, 'agent'),
  identity: { sub: 'sub', sessionId, signedInAt },
})
const stored = async () => {
  const { rows } = await system.pool.query<{ session_id: string; last_used_at: Date }>(
    'SELECT session_id, last_used_at FROM session_use ORDER BY session_id',
  )
  return rows.map((row) => [row.session_id, row.last_used_at.getTime() - Date.parse('2026-11-20T04:00:00Z')])
}

test('stores the last call of a session at most once a minute', async () => {
  const caller = await callerOf('one')
  use.record(caller)
  now += 2_000
  use.record(caller)
  await use.flush()
  expect(await stored()).toEqual([['one', 2_000]])
  now += 30_000
  use.record(caller)
  await use.flush()
  expect(await stored()).toEqual([['one', 2_000]])
  now += MINUTE_MS
  use.record(caller)
  await use.close()
  expect(await stored()).toEqual([['one', MINUTE_MS + 32_000]])
})

test('another process with an earlier clock does not set it back', async () => {
  const caller = await callerOf('one')
  use.record(caller)
  await use.close()
  now -= 5_000
  const other = open()
  other.record(caller)
  await other.close()
  expect(await stored()).toEqual([['one', 0]])
})

test('a session without an id is known by the time of its sign-in; an unknown user is skipped', async () => {
  const caller = await callerOf(null, 77)
  use.record(caller)
  use.record({ ...caller, id: crypto.randomUUID() })
  await use.close()
  expect(await stored()).toEqual([[`${caller.id} 77`, 0]])
})

test('a failed write is repeated, and sessions beyond the limit are not recorded', async () => {
  await use.close()
  use = open(1)
  const owner = await connectClient(system.url)
  await owner.query('ALTER TABLE session_use RENAME TO hidden')
  use.record(await callerOf('one'))
  use.record(await callerOf('two'))
  await use.flush()
  await owner.query('ALTER TABLE hidden RENAME TO session_use')
  await owner.end()
  expect(errors).toHaveLength(1)
  await use.close()
  expect(await stored()).toEqual([['one', 0]])
})
