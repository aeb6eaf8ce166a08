import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putUpload } from '../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ limits: { uploadsAtOnce: 1_000 } })
})
afterAll(() => system.stop())

const NEW = {
  body: { file_name: 'cards.csv', content_type: 'text/csv', size: 10, category: 'SMAC_INQUIRY' },
} as const

async function auditOf(resourceId: string) {
  const { rows } = await system.pool.query(
    'SELECT action, outcome, actor_name, changes, request_id, reason FROM audit_events WHERE resource_id = $1 ORDER BY id',
    [resourceId],
  )
  return rows
}

describe('a write', () => {
  test('records actor, action and request id in the audit trail', async () => {
    const { source_filekey } = await system.call(api.files.presign, NEW, 'agent')
    await system.call(api.files.cancel, { body: { source_filekey, version: 1 } }, 'agent')
    expect(await auditOf(source_filekey)).toMatchObject([
      {
        action: 'file.sign',
        outcome: 'done',
        actor_name: 'Maria Reyes',
        request_id: expect.stringMatching(/^[\w-]{36}$/),
      },
      { action: 'file.cancel', changes: { state: ['PENDING_UPLOAD', 'CANCELLED'] } },
    ])
  })

  test('records a refused write after the rollback, without its changes', async () => {
    const before = await system.pool.query('SELECT count(*)::int AS n FROM files')
    const { status } = await system.send(api.files.presign, NEW, 'viewer')
    expect(status).toBe(403)
    const { source_filekey } = await system.call(api.files.presign, NEW, 'agent')
    await system.call(api.files.cancel, { body: { source_filekey, version: 1 } }, 'agent')
    const refused = await system.expectProblem(
      api.files.cancel,
      { body: { source_filekey, version: 1 } },
      'agent',
    )
    expect(refused.code).toBe('file_state_conflict')
    const { rows } = await system.pool.query(
      `SELECT action, actor_name, reason FROM audit_events WHERE outcome = 'refused' ORDER BY id DESC LIMIT 2`,
    )
    expect(rows).toEqual([
      { action: 'file.cancel', actor_name: 'Maria Reyes', reason: 'file_state_conflict' },
      { action: 'file.sign', actor_name: 'Joel Bautista', reason: 'access_denied' },
    ])
    const after = await system.pool.query('SELECT count(*)::int AS n FROM files')
    expect(after.rows[0].n).toBe(before.rows[0].n + 1)
  })

  test('cannot change or delete audit events', async () => {
    for (const attempt of [
      'UPDATE audit_events SET actor_name = $1',
      'DELETE FROM audit_events WHERE actor_name = $1',
      'TRUNCATE audit_events',
    ]) {
      const parameters = attempt.includes('$1') ? ['x'] : []
      await expect(system.pool.query(attempt, parameters)).rejects.toThrow('permission denied')
    }
  })
})

describe('an Idempotency-Key', () => {
  test('makes concurrent identical calls run once, with one outcome for all', async () => {
    const headers = { 'idempotency-key': 'all-at-once' }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => system.call(api.files.presign, NEW, 'agent', headers)),
    )
    expect(new Set(replies.map((reply) => reply.source_filekey)).size).toBe(1)
    const { rows } = await system.pool.query(
      'SELECT count(*)::int AS n FROM files WHERE source_filekey = $1',
      [replies[0]?.source_filekey],
    )
    expect(rows[0].n).toBe(1)
  })

  test('is separate per user and rejected for another call', async () => {
    const headers = { 'idempotency-key': 'k-1' }
    const mine = await system.call(api.files.presign, NEW, 'agent', headers)
    const theirs = await system.call(api.files.presign, NEW, 'supervisor', headers)
    expect(theirs.source_filekey).not.toBe(mine.source_filekey)
    const other = { body: { ...NEW.body, size: 11 } }
    const { status, body } = await system.send(api.files.presign, other, 'agent', headers)
    expect([status, (body as { code: string }).code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('of a failed call can be used again', async () => {
    const { source_filekey } = await putUpload(system, 'card_number\n9990000000000011\n', 'agent')
    const headers = { 'idempotency-key': 'try-again' }
    const stale = { body: { source_filekey, version: 99 } }
    expect((await system.send(api.files.cancel, stale, 'agent', headers)).status).toBe(409)
    const fresh = { body: { source_filekey, version: 99 } }
    expect((await system.send(api.files.cancel, fresh, 'agent', headers)).status).toBe(409)
    expect(
      (await system.send(api.files.cancel, { body: { source_filekey, version: 1 } }, 'agent', headers))
        .status,
    ).toBe(200)
  })
})

describe('the version', () => {
  test('lets exactly one of a hundred writers succeed; the others get 409', async () => {
    // Similar refusals of earlier tests would be counted together with these.
    system.clock.offsetMs += 60_000
    const { source_filekey } = await system.call(api.files.presign, NEW, 'agent')
    const { version } = await system.call(api.files.get, { query: { source_filekey } }, 'agent')
    const attempts = Array.from({ length: 100 }, () =>
      system.send(api.files.cancel, { body: { source_filekey, version } }, 'agent'),
    )
    const replies = await Promise.all(attempts)
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(99)
    const trail = await auditOf(source_filekey)
    const cancelled = trail.filter((event) => event.action === 'file.cancel')
    expect(cancelled.filter((event) => event.outcome === 'done')).toHaveLength(1)
    expect(cancelled.filter((event) => event.outcome === 'refused')).not.toHaveLength(0)
  })

  test('is rejected with the current row when it is stale', async () => {
    const { source_filekey } = await system.call(api.files.presign, NEW, 'agent')
    const refused = await system.expectProblem(
      api.files.cancel,
      { body: { source_filekey, version: 7 } },
      'agent',
    )
    expect(refused).toMatchObject({ code: 'version_conflict', current: { source_filekey, version: 1 } })
  })
})
