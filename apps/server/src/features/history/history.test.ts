import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_REQUEST, recordAudit } from '../../kernel/audit.ts'
import { changeFile, dryRun, runInquiry } from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterAll(() => system.stop())

type Resource = 'file' | 'inquiry' | 'tender' | 'user'
const read = (resource: Resource, id: string, as: string, after?: string) =>
  system.call(api.history.get, { params: { resource, id }, query: { after } }, as)
const refusal = (resource: Resource, id: string, as: string) =>
  system.expectProblem(api.history.get, { params: { resource, id } }, as)

const CARDS = 'card_number,date_from,date_to\n9990000000000011,2026-01-01,2026-01-02\n'

test('the history of a file has its events, newest first, with changes and actor', async () => {
  const file = await dryRun(system, CARDS)
  const { source_filekey: id } = file
  await refusal('file', id, 'lookup')
  await changeFile(system, 'cancel', id)
  const { items, next } = await read('file', id, 'agent')
  expect(next).toBeNull()
  expect(items.map(({ action, outcome, actor }) => [action, outcome, actor.name])).toEqual([
    ['file.cancel', 'done', 'Maria Reyes'],
    ['file.history', 'refused', 'Carla Lim'],
    ['file.validate', 'done', 'System'],
    ['file.register', 'done', 'Maria Reyes'],
    ['file.sign', 'done', 'Maria Reyes'],
  ])
  expect(items[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    at: expect.stringMatching(/Z$/),
    actor: { id: file.uploaded_by.id, name: 'Maria Reyes' },
    approved_by: null,
    action: 'file.cancel',
    outcome: 'done',
    changes: { state: ['AWAITING_CONFIRMATION', 'CANCELLED'] },
    reason: null,
    count: 1,
    request_id: expect.any(String),
  })
  expect(items[1]?.reason).toBe('file_not_found')
  expect(items[2]?.actor.id).toBeNull()
})

test('the history of another user’s file is reported as missing without file:view-all', async () => {
  const { source_filekey: id } = await dryRun(system, CARDS)
  const foreign = await refusal('file', id, 'lookup')
  const missing = await refusal('file', crypto.randomUUID(), 'lookup')
  expect([foreign.status, foreign.code]).toEqual([404, 'file_not_found'])
  expect({ ...foreign, request_id: '' }).toEqual({ ...missing, request_id: '' })
  expect((await read('file', id, 'supervisor')).items).not.toHaveLength(0)
})

test('the history of an inquiry is visible to its owner and with inquiry:view-all', async () => {
  const { source_filekey } = await dryRun(system, CARDS)
  const { inquiry } = await runInquiry(system, source_filekey, 'agent', { duplicate_reason: 'Again' })
  const id = inquiry?.id ?? ''
  const { items } = await read('inquiry', id, 'agent')
  expect(items.map(({ action }) => action)).toEqual(['inquiry.finish', 'inquiry.run'])
  expect(await read('inquiry', id, 'supervisor')).toEqual(await read('inquiry', id, 'agent'))
  expect((await read('file', source_filekey, 'agent')).items[0]?.action).toBe('file.confirm')

  await system.pool.query(
    'UPDATE inquiries SET owner_id = (SELECT id FROM users WHERE email = $1) WHERE id = $2',
    ['supervisor@backoffice.test', id],
  )
  const foreign = await refusal('inquiry', id, 'agent')
  const missing = await refusal('inquiry', crypto.randomUUID(), 'agent')
  expect([foreign.status, foreign.code]).toEqual([404, 'inquiry_not_found'])
  expect({ ...foreign, request_id: '' }).toEqual({ ...missing, request_id: '' })
})

test('requires the view permission of that resource', async () => {
  const id = crypto.randomUUID()
  expect((await read('tender', id, 'lookup')).items).toEqual([])
  const refused = await refusal('user', id, 'lookup')
  expect(refused).toMatchObject({ status: 403, missing: ['user:view'] })
  expect(await refusal('tender', id, 'agent')).toMatchObject({ status: 403, missing: ['tender:view'] })
  const { rows } = await system.pool.query(
    'SELECT action, resource, resource_id FROM audit_events WHERE request_id = $1',
    [refused.request_id],
  )
  expect(rows).toEqual([{ action: 'user.history', resource: 'user', resource_id: id }])
})

test('pages lead to the oldest event', async () => {
  const id = crypto.randomUUID()
  const events = Array.from({ length: 120 }, (_, index) => ({
    resource: 'tender' as const,
    action: 'update' as const,
    id,
    changes: { tender_name: [index, index + 1] as const },
  }))
  await recordAudit(system.db, { actor: { id: null, name: 'System' }, ...NO_REQUEST }, events)
  await recordAudit(system.db, { actor: { id: null, name: 'System' }, ...NO_REQUEST }, [
    { resource: 'tender', action: 'update', id: crypto.randomUUID() },
    { resource: 'trancode', action: 'update', id },
  ])
  const first = await read('tender', id, 'lookup')
  const second = await read('tender', id, 'lookup', first.next ?? '')
  const third = await read('tender', id, 'lookup', second.next ?? '')
  expect([first, second, third].map(({ items }) => items.length)).toEqual([50, 50, 20])
  expect(third.next).toBeNull()
  const names = [first, second, third].flatMap(({ items }) => items.map(({ changes }) => changes.tender_name))
  expect(names).toEqual(events.map(({ changes }) => [...changes.tender_name]).reverse())
})

test.each([
  [404, undefined, `card/${crypto.randomUUID()}`],
  [404, undefined, `things/${crypto.randomUUID()}`],
  [404, undefined, 'tender/7'],
  [422, 'after', `tender/${crypto.randomUUID()}?after=x`],
  [422, 'after', `tender/${crypto.randomUUID()}?after=${'9'.repeat(19)}`],
])('replies %i, field %s, to %s', async (status, field, path) => {
  const reply = await system.app.inject({
    url: `/api/user/history/${path}`,
    headers: { authorization: `Bearer ${await system.tokenOf('lookup')}` },
  })
  expect([reply.statusCode, reply.json().errors?.[0]?.field]).toEqual([status, field])
})
