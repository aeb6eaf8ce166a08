import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from '../../db/client.ts'
import { giveAccess, insertPolicy, insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import { giveTemporarily } from '../../testing/temporary-access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let address: string
let role: string
beforeAll(async () => {
  system = await startTestSystem()
  address = await system.app.listen({ port: 0, host: '127.0.0.1' })
  const { rows } = await system.pool.query<{ id: string }>(
    "SELECT id FROM roles WHERE name = 'Inquiry agent'",
  )
  role = String(rows[0]?.id)
})
afterAll(() => system.stop())

async function aFileOf(owner: string, { state = 'UPLOADED', runsFor = null as string | null } = {}) {
  const { rows } = await system.pool.query<{ source_filekey: string }>(
    `INSERT INTO files (source_filekey, category, file_name, size, state, uploaded_by, runs_for, link_expires_at)
     VALUES (gen_random_uuid(), 'SMAC_INQUIRY', 'cards.csv', 10, $2, $1, $3, now()) RETURNING source_filekey`,
    [owner, state, runsFor],
  )
  return String(rows[0]?.source_filekey)
}

async function listen(as: string) {
  const stopped = new AbortController()
  const reply = await fetch(`${address}/api/operations/file_tracker/events`, {
    headers: { authorization: `Bearer ${await system.tokenOf(as)}` },
    signal: stopped.signal,
  })
  const stream = { text: '', stop: () => stopped.abort() }
  const read = async () => {
    // A successful fetch has a body.
    for await (const chunk of reply.body as ReadableStream<Uint8Array>)
      stream.text += Buffer.from(chunk).toString()
  }
  void read().catch(() => {})
  await expect.poll(() => stream.text).toContain('event: ready')
  return stream
}

test('an open screen of the new owner receives the file, and the trail names both users', async () => {
  const from = await insertUser(system, role)
  const to = await userIdOf(system, 'agent')
  const filekey = await aFileOf(from)
  const [agent, stranger] = [await listen('agent'), await listen('lookup')]
  expect(
    (await system.expectProblem(api.files.get, { query: { source_filekey: filekey } }, 'agent')).status,
  ).toBe(404)
  expect(await system.call(api.users.handOver, { body: { from, to } }, 'admin')).toEqual({
    files: 1,
    inquiries: 0,
    cases: 0,
  })
  await expect.poll(() => agent.text).toContain(filekey)
  expect(stranger.text).not.toContain(filekey)
  agent.stop()
  stranger.stop()
  const file = await system.call(api.files.get, { query: { source_filekey: filekey } }, 'agent')
  expect(file).toMatchObject({ is_own: true, uploaded_by: { id: to } })
  const { rows } = await system.pool.query(
    'SELECT action, changes FROM audit_events WHERE resource_id = $1',
    [from],
  )
  expect(rows).toEqual([
    {
      action: 'user.hand-over',
      changes: { to: [null, 'Maria Reyes'], files: [null, 1], inquiries: [null, 0], cases: [null, 0] },
    },
  ])
})

test('work cannot be handed over to oneself, to an inactive user, or from a deleted one', async () => {
  const from = await insertUser(system, role)
  const filekey = await aFileOf(from)
  const refused = async (body: { from: string; to: string }) => {
    const { status, errors } = await system.expectProblem(api.users.handOver, { body }, 'admin')
    return errors?.map(({ field }) => field) ?? status
  }
  expect(await refused({ from, to: from })).toEqual(['to'])
  expect(await refused({ from, to: from.toUpperCase() })).toEqual(['to'])
  for (const status of ['PENDING', 'DISABLED', 'DELETED'])
    expect(await refused({ from, to: await insertUser(system, role, { status }) })).toEqual(['to'])
  expect(await refused({ from, to: crypto.randomUUID() })).toEqual(['to'])
  const admin = await userIdOf(system, 'admin')
  const deleted = await insertUser(system, role, { status: 'DELETED' })
  await aFileOf(deleted)
  expect(await refused({ from: deleted, to: admin })).toBe(404)
  expect(await refused({ from: crypto.randomUUID(), to: admin })).toBe(404)
  const { rows } = await system.pool.query('SELECT uploaded_by FROM files WHERE source_filekey = $1', [
    filekey,
  ])
  expect(rows).toEqual([{ uploaded_by: from }])
})

test('a caller without file:view-all cannot take over files of another user', async () => {
  const from = await insertUser(system, role)
  const filekey = await aFileOf(from)
  const body = { from, to: await userIdOf(system, 'access') }
  const { status, errors } = await system.expectProblem(api.users.handOver, { body }, 'access')
  expect([status, errors?.map(({ field }) => field)]).toEqual([422, ['to']])
  const { rows } = await system.pool.query('SELECT uploaded_by FROM files WHERE source_filekey = $1', [
    filekey,
  ])
  expect(rows).toEqual([{ uploaded_by: from }])
  const others = { from, to: await userIdOf(system, 'agent') }
  expect(await system.call(api.users.handOver, { body: others }, 'access')).toMatchObject({ files: 1 })
})

test('a substitute may receive work, but temporary access to files of others takes over none', async () => {
  const from = await insertUser(system, role)
  await aFileOf(from)
  const bare = await insertUser(system, await insertRole(system, [], []))
  await giveTemporarily(system, bare, { roleId: role })
  const access = await userIdOf(system, 'access')
  const viewAll = await insertPolicy(system, ['file:*', 'inquiry:*'])
  await giveTemporarily(system, access, { policyId: viewAll, modules: ['Files', 'SMAC Inquiry'] })
  const { code } = await system.expectProblem(api.users.handOver, { body: { from, to: access } }, 'access')
  expect(code).toBe('not_held')
  expect(await system.call(api.users.handOver, { body: { from, to: bare } }, 'access')).toMatchObject({
    files: 1,
  })
  await system.pool.query('DELETE FROM temporary_access')
})

test('two concurrent hand-overs to each other keep one owner per file', async () => {
  const [one, other] = [await insertUser(system, role), await insertUser(system, role)]
  const keys = [await aFileOf(one), await aFileOf(other)]
  const calls = [
    { from: one, to: other },
    { from: other, to: one },
  ]
  const replies = await Promise.all(calls.map((body) => system.send(api.users.handOver, { body }, 'admin')))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const { rows } = await system.pool.query(
    'SELECT DISTINCT uploaded_by FROM files WHERE source_filekey = ANY ($1)',
    [keys],
  )
  expect(rows).toHaveLength(1)
})

test('hands over failed files, and work on files of others continues for the receiver', async () => {
  const [from, other] = [await insertUser(system, role), await insertUser(system, role)]
  const to = await userIdOf(system, 'agent')
  const failed = await aFileOf(from, { state: 'FAILED', runsFor: from })
  const confirmed = await aFileOf(other, { state: 'QUEUED', runsFor: from })
  const ended = await aFileOf(from, { state: 'COMPLETED', runsFor: from })
  const body = { from, to }
  expect(await system.call(api.users.handOver, { body }, 'admin')).toEqual({
    files: 2,
    inquiries: 0,
    cases: 0,
  })
  const { rows } = await system.pool.query<{ source_filekey: string }>(
    'SELECT source_filekey, uploaded_by, runs_for FROM files WHERE source_filekey = ANY ($1)',
    [[failed, confirmed, ended]],
  )
  const ownersOf = Object.fromEntries(rows.map(({ source_filekey, ...owners }) => [source_filekey, owners]))
  expect(ownersOf).toEqual({
    [failed]: { uploaded_by: to, runs_for: to },
    [confirmed]: { uploaded_by: other, runs_for: to },
    [ended]: { uploaded_by: from, runs_for: from },
  })
  const trail = await system.pool.query(
    'SELECT action, changes FROM audit_events WHERE resource_id = ANY ($1)',
    [[failed, confirmed, ended]],
  )
  const event = { action: 'file.hand-over', changes: { runs_for: ['Rosa Test', 'Maria Reyes'] } }
  expect(trail.rows).toEqual([event, event])
})

test('the receiver must be able to open the work, after a hand-over or a deletion', async () => {
  const from = await insertUser(system, role)
  const filekey = await aFileOf(from)
  const [viewer, admin] = [await userIdOf(system, 'viewer'), await userIdOf(system, 'admin')]
  for (const to of [viewer, await userIdOf(system, 'glass')]) {
    const refused = await system.expectProblem(api.users.handOver, { body: { from, to } }, 'admin')
    expect([refused.status, refused.errors?.map(({ field, code }) => [field, code])]).toEqual([
      422,
      [['to', 'not_held']],
    ])
  }
  const remove = { params: { id: from }, version: 1 }
  // The caller would receive the file, and is refused as in a hand-over.
  expect(await system.expectProblem(api.users.remove, remove, 'access')).toMatchObject({
    status: 403,
    code: 'not_held',
  })
  const ownerOf = async () =>
    (await system.pool.query('SELECT uploaded_by FROM files WHERE source_filekey = $1', [filekey])).rows
  expect(await ownerOf()).toEqual([{ uploaded_by: from }])
  expect((await system.send(api.users.remove, remove, 'admin')).status).toBe(200)
  expect(await ownerOf()).toEqual([{ uploaded_by: admin }])
})

/** Mailbox of a user with only this permission. */
async function aCaller(mailbox: string, permission: string) {
  await giveAccess(system, mailbox, ['Users'], [permission])
  return mailbox
}

test('users who may disable others may hand over their work, under the same guard', async () => {
  const from = await insertUser(system, role)
  const filekey = await aFileOf(from)
  const body = { from, to: await userIdOf(system, 'agent') }
  const reader = await aCaller('viewer', 'user:update')
  expect(await system.expectProblem(api.users.handOver, { body }, reader)).toMatchObject({ status: 403 })
  const disabler = await aCaller('lookup', 'user:update-status')
  const to = await userIdOf(system, disabler)
  const refused = await system.expectProblem(api.users.handOver, { body: { from, to } }, disabler)
  expect([refused.status, refused.errors?.map(({ field, code }) => [field, code])]).toEqual([
    422,
    [['to', 'not_held']],
  ])
  const admin = { from: await userIdOf(system, 'admin'), to: body.to }
  expect(await system.expectProblem(api.users.handOver, { body: admin }, disabler)).toMatchObject({
    status: 403,
    code: 'not_held',
  })
  expect(await system.call(api.users.handOver, { body }, disabler)).toEqual({
    files: 1,
    inquiries: 0,
    cases: 0,
  })
  const { rows } = await system.pool.query('SELECT uploaded_by FROM files WHERE source_filekey = $1', [
    filekey,
  ])
  expect(rows).toEqual([{ uploaded_by: body.to }])
})

test('callers who may disable or delete a user see the five newest items of open work, and the count', async () => {
  const [id, other] = [await insertUser(system, role), await insertUser(system, role)]
  const none = { files: 0, inquiries: 0, cases: 0, requests: 0, temporary_access: 0, total: 0, items: [] }
  const read = (as: string) => system.call(api.users.openWork, { params: { id } }, as)
  expect(await read('admin')).toEqual(none)
  await aFileOf(id, { state: 'COMPLETED' })
  await aFileOf(other)
  await aFileOf(other, { state: 'QUEUED', runsFor: id })
  for (const state of ['PENDING_UPLOAD', 'UPLOADED', 'FAILED', 'AWAITING_CONFIRMATION', 'PROCESSING'])
    await aFileOf(id, { state })
  const inquired = await aFileOf(other, { state: 'QUEUED' })
  await system.pool.query(
    `INSERT INTO inquiries (id, mode, source_filekey, purpose, ticket_no, as_of, partial, owner_id)
     VALUES (gen_random_uuid(), 'FILE', $1, 'AUDIT', 'OPS-7', now(), false, $2)`,
    [inquired, id],
  )
  await system.pool.query("UPDATE files SET file_name = '9990000000000011.csv' WHERE source_filekey = $1", [
    inquired,
  ])
  const disabler = await aCaller('lookup', 'user:update-status')
  const work = await read(disabler)
  expect(work).toMatchObject({ files: 6, inquiries: 1, total: 7 })
  expect(work.items.map(({ state, inquiry }) => [state, inquiry])).toEqual([
    ['QUEUED', { purpose: 'AUDIT', ticket_no: 'OPS-7' }],
    ['PROCESSING', null],
    ['AWAITING_CONFIRMATION', null],
    ['FAILED', null],
    ['UPLOADED', null],
  ])
  expect(work.items[0]?.name).not.toContain('9990000000000011')
  expect(await read(await aCaller('viewer', 'user:delete'))).toEqual(work)
  const refused = async (user: string, as: string) =>
    (await system.expectProblem(api.users.openWork, { params: { id: user } }, as)).status
  expect(await refused(id, 'auditor')).toBe(403)
  expect(await refused(await userIdOf(system, 'admin'), disabler)).toBe(403)
  expect(await refused(crypto.randomUUID(), 'admin')).toBe(404)
})

test('deleting a user waits for concurrent writes of their files', async () => {
  const id = await insertUser(system, role)
  const filekey = await aFileOf(id)
  const other = await connectClient(system.url)
  try {
    await other.query('BEGIN')
    await other.query('SELECT FROM files WHERE source_filekey = $1 FOR UPDATE', [filekey])
    const call = system.send(api.users.remove, { params: { id }, version: 1 }, 'admin')
    const { rows: own } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const waits = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))'
    // Uses another connection, because a transaction keeps the activity that it read first.
    await expect.poll(async () => (await system.pool.query(waits, [own[0]?.pid])).rowCount).toBe(1)
    // The last access check of the other write needs this lock.
    const { rows } = await other.query(
      `SELECT mode FROM pg_locks WHERE locktype = 'advisory' AND objid = 723051192 AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    expect(rows).toEqual([])
    await other.query('SELECT access_version_at_commit()')
    await other.query('COMMIT')
    expect((await call).status).toBe(200)
  } finally {
    await other.end()
  }
})
