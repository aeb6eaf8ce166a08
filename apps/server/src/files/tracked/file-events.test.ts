import { setTimeout } from 'node:timers/promises'
import type { Access } from '@backoffice/contract/access'
import { api } from '@backoffice/contract/api'
import type { TrackedFile } from '@backoffice/contract/files'
import { tenders } from '@backoffice/contract/tables/tenders'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPolicy, insertRole, userIdOf } from '../../testing/access.ts'
import { requestIn, switchRule } from '../../testing/approvals.ts'
import { dryRun, runInquiry } from '../../testing/file-actions.ts'
import { addMasters, fileOf, validRow } from '../../testing/table-rows.ts'
import { giveTemporarily } from '../../testing/temporary-access.ts'
import { signIn, startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let address: string
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  address = await system.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => system.stop())

/** Opens the stream of a demo account and collects its parsed events. */
async function listen(as: string, token?: string) {
  token ??= await system.tokenOf(as)
  const stopped = new AbortController()
  const reply = await fetch(`${address}/api/operations/file_tracker/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stopped.signal,
  })
  expect(reply.headers.get('content-type')).toContain('text/event-stream')
  const files: TrackedFile[] = []
  const access: Access[] = []
  const opened = Promise.withResolvers<number>()
  const ended = (async () => {
    let text = ''
    // A successful fetch has a body.
    for await (const chunk of reply.body as ReadableStream<Uint8Array>) {
      text += Buffer.from(chunk).toString()
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        const ready = /^event: ready\ndata: (.*)$/m.exec(frame)?.[1]
        if (ready) opened.resolve(JSON.parse(ready).quiet_ms)
        const data = /^event: file\ndata: (.*)$/m.exec(frame)?.[1]
        if (data) files.push(JSON.parse(data) as TrackedFile)
        const changed = /^event: access\ndata: (.*)$/m.exec(frame)?.[1]
        if (changed) access.push(JSON.parse(changed) as Access)
      }
    }
  })().catch(() => {})
  return { files, access, ended, quietMs: opened.promise, stop: () => stopped.abort() }
}

test('every state change reaches only callers who may see the file', async () => {
  const [agent, supervisor, stranger] = await Promise.all([
    listen('agent'),
    listen('supervisor'),
    listen('lookup'),
  ])
  const dry = await dryRun(system, 'card_number,date_from,date_to\n9990000000000011,2026-10-01,2026-10-31\n')
  const seen = () => agent.files.map((file) => file.state)
  await expect.poll(seen, { timeout: 5_000 }).toContain('AWAITING_CONFIRMATION')
  await runInquiry(system, dry.source_filekey)
  await expect.poll(() => agent.files.at(-1)?.artifacts, { timeout: 5_000 }).toContain('result')
  expect(seen().at(-1)).toBe('COMPLETED')
  expect(agent.files.every((file) => file.source_filekey === dry.source_filekey)).toBe(true)
  expect(supervisor.files.at(-1)?.state).toBe('COMPLETED')
  expect(stranger.files).toEqual([])
  expect(agent.files[0]?.uploaded_by.name).toBe('Maria Reyes')
  for (const each of [agent, supervisor, stranger]) each.stop()
})

test('a request to confirm a file and its decision reach the uploader', async () => {
  await addMasters(system.pool)
  await switchRule(system, 'MASS_CHANGE', true, 1)
  const content = fileOf(tenders, [validRow(tenders), validRow(tenders)])
  const { source_filekey } = await dryRun(system, content, 'lookup', { category: 'TENDERS' })
  const stream = await listen('lookup')
  const id = requestIn(await system.send(api.tenders.import, { body: { source_filekey } }, 'lookup'))
  const status = () => stream.files.at(-1)?.approval?.status
  await expect.poll(status, { timeout: 5_000 }).toBe('PENDING')
  await system.call(api.approvals.reject, { body: { items: [{ id }], reason: 'Wrong month' } }, 'admin')
  await expect.poll(status, { timeout: 5_000 }).toBe('REJECTED')
  stream.stop()
})

test('a stream starts with the time since the last change of a file that its reader may see', async () => {
  const before = performance.now()
  await system.call(
    api.files.presign,
    { body: { file_name: 'quiet.csv', content_type: '', size: 9, category: 'SMAC_INQUIRY' } },
    'agent',
  )
  const quietOf = async (as: string) => {
    const stream = await listen(as)
    const quietMs = await stream.quietMs
    stream.stop()
    return quietMs
  }
  await expect.poll(async () => (await quietOf('agent')) <= performance.now() - before).toBe(true)
  expect(await quietOf('supervisor')).toBeLessThanOrEqual(performance.now() - before)
  expect(await quietOf('lookup')).toBeGreaterThan(performance.now() - before)
})

test('streams end when the LISTEN connection is lost, so that clients reconnect', async () => {
  const agent = await listen('agent')
  const admin = new pg.Client({ connectionString: system.url })
  await admin.connect()
  // Only an idle connection has finished LISTEN.
  const listeners = `FROM pg_stat_activity
    WHERE application_name = 'backoffice events' AND query ILIKE '%listen%' AND state = 'idle'
    AND datname = current_database()`
  await admin.query(`SELECT pg_terminate_backend(pid) ${listeners}`)
  await agent.ended
  const countListeners = async () => (await admin.query(`SELECT count(*)::int AS n ${listeners}`)).rows[0].n
  await expect.poll(countListeners, { timeout: 5_000 }).toBe(1)
  await admin.end()
  const again = await listen('agent')
  await system.call(
    api.files.presign,
    { body: { file_name: 'x.csv', content_type: '', size: 9, category: 'SMAC_INQUIRY' } },
    'agent',
  )
  await expect.poll(() => again.files.length, { timeout: 5_000 }).toBe(1)
  again.stop()
})

test('without a LISTEN connection streams open and end without delaying calls of the caller', async () => {
  const away = await startTestSystem({ listenAt: 'postgres://unknown@127.0.0.1:1/nothing' })
  try {
    const url = `${await away.app.listen({ port: 0, host: '127.0.0.1' })}/api/operations/file_tracker/events`
    const headers = { authorization: `Bearer ${await away.tokenOf('agent')}` }
    const failed = away.failures.length
    const replies = await Promise.all(Array.from({ length: 8 }, () => fetch(url, { headers })))
    expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200))
    const ended = replies.map((reply) => reply.text())
    await expect.poll(() => away.failures.length).toBeGreaterThanOrEqual(failed + 2)
    expect(await Promise.all(ended)).toEqual(Array(8).fill(''))
    const call = away.send(api.account.listSessions, {}, 'agent')
    expect(await Promise.race([call, setTimeout(20_000, 'no reply')])).toMatchObject({ status: 200 })
  } finally {
    await away.stop()
  }
})

test('a stream gets the steps of a running file, of which none notifies', async () => {
  const { source_filekey: key } = await system.call(
    api.files.presign,
    { body: { file_name: 'x.csv', content_type: '', size: 9, category: 'SMAC_INQUIRY' } },
    'agent',
  )
  const set = (columns: string) =>
    system.pool.query(`UPDATE files SET ${columns} WHERE source_filekey = $1`, [key])
  const earlier = await listen('agent')
  await set(`state = 'PROCESSING', total = 100, processed = 1`)
  await expect.poll(() => earlier.files.at(-1)?.counts.processed).toBe(1)

  const listener = new pg.Client({ connectionString: system.url })
  await listener.connect()
  const notified: (string | undefined)[] = []
  listener.on('notification', ({ payload }) => notified.push(payload))
  await listener.query('LISTEN file_changed')
  await set('processed = 2')
  await expect.poll(() => earlier.files.at(-1)?.counts.processed).toBe(2)
  expect(notified).toEqual([])
  // Steps before a stream opens.
  earlier.stop()
  await set('processed = 3')
  const later = await listen('agent')
  await expect.poll(() => later.files.at(-1)?.counts.processed).toBe(3)
  await set('processed = 4')
  await expect.poll(() => later.files.at(-1)?.counts.processed).toBe(4)

  await set(`state = 'CANCELLED'`)
  await expect.poll(() => later.files.at(-1)?.state).toBe('CANCELLED')
  expect(notified).toEqual([key])
  await listener.end()
  later.stop()
})

const STATUS = `UPDATE users SET status = $1 WHERE email = 'lookup@backoffice.test'`
const ROLE = `UPDATE users SET role_id = (SELECT id FROM roles WHERE name = $1) WHERE email = 'lookup@backoffice.test'`

test.each([
  ['session was ended', () => system.call(api.account.endAllSessions, {}, 'lookup')],
  ['account was disabled', () => system.pool.query(STATUS, ['DISABLED'])],
])('the stream of a user whose %s ends at once, and no other stream', async (_cause, end) => {
  await system.pool.query(STATUS, ['ACTIVE'])
  const lookup = await listen('lookup', await signIn(system.identity, 'lookup@backoffice.test'))
  const agent = await listen('agent')
  const startedAt = performance.now()
  await end()
  await lookup.ended
  // Well before the next heartbeat.
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  const { source_filekey } = await system.call(
    api.files.presign,
    { body: { file_name: 'x.csv', content_type: '', size: 9, category: 'SMAC_INQUIRY' } },
    'agent',
  )
  await expect.poll(() => agent.files.map((file) => file.source_filekey)).toContain(source_filekey)
  agent.stop()
})

test('changed access is sent only to its user, whose stream continues without the files they can no longer see', async () => {
  await system.pool.query(STATUS, ['ACTIVE'])
  const lookup = await listen('lookup', await signIn(system.identity, 'lookup@backoffice.test'))
  const [viewer, supervisor] = [await listen('viewer'), await listen('supervisor')]
  await Promise.all([lookup, viewer, supervisor].map(({ quietMs }) => quietMs))
  await system.pool.query(ROLE, ['Operations viewer'])
  await expect
    .poll(() => lookup.access)
    .toEqual([{ modules: ['Operational Dashboard'], policies: ['dashboard:view'] }])
  const { rows } = await system.pool.query(`SELECT id FROM users WHERE email = 'lookup@backoffice.test'`)
  const own = { file_name: 'x.csv', content_type: '', size: 9, category: 'SMAC_INQUIRY' } as const
  const { source_filekey } = await system.call(api.files.presign, { body: own }, 'agent')
  await system.pool.query('UPDATE files SET uploaded_by = $1 WHERE source_filekey = $2', [
    rows[0].id,
    source_filekey,
  ])
  await expect.poll(() => supervisor.files.map((file) => file.uploaded_by.id)).toContain(rows[0].id)
  await system.pool.query(ROLE, ['Lookup maintainer'])
  await expect.poll(() => lookup.access.length).toBe(2)
  expect([lookup.files, viewer.access]).toEqual([[], []])
  await system.pool.query('UPDATE files SET size = 10 WHERE source_filekey = $1', [source_filekey])
  await expect.poll(() => lookup.files.map((file) => file.source_filekey)).toEqual([source_filekey])
  for (const each of [lookup, viewer, supervisor]) each.stop()
})

test('a stream gets the access that is left when temporary access ends', async () => {
  const id = await userIdOf(system, 'viewer')
  const roleId = await insertRole(system, ['Files'], [await insertPolicy(system, ['file:view-all'])])
  const viewer = await listen('viewer')
  await viewer.quietMs
  await giveTemporarily(system, id, { roleId }, 2_000)
  const temporary = { modules: ['Files'], policies: ['file:view-all'] }
  await expect.poll(() => viewer.access).toEqual([temporary])
  // A stream that opens meanwhile ends its access too.
  const second = await listen('viewer')
  await second.quietMs
  const permanent = { modules: ['Operational Dashboard'], policies: ['dashboard:view'] }
  await expect.poll(() => [viewer.access, second.access]).toEqual([[temporary, permanent], [permanent]])
  const { source_filekey } = await system.call(
    api.files.presign,
    { body: { file_name: 'x.csv', content_type: '', size: 9, category: 'SMAC_INQUIRY' } },
    'agent',
  )
  const supervisor = await listen('supervisor')
  await supervisor.quietMs
  await system.pool.query('UPDATE files SET size = 10 WHERE source_filekey = $1', [source_filekey])
  await expect.poll(() => supervisor.files.map((file) => file.source_filekey)).toContain(source_filekey)
  expect([viewer.files, second.files]).toEqual([[], []])
  for (const each of [viewer, second, supervisor]) each.stop()
})
