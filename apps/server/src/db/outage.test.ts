import { setImmediate as tick } from 'node:timers/promises'
import { api } from '@backoffice/contract/api'
import { LISTS } from '@backoffice/contract/views.schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestOf } from '../kernel/served-apis.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts'
import { startProcess } from '../testing/start-process.ts'
import { databaseVariables } from '../testing/test-database.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'

type Process = Awaited<ReturnType<typeof startProcess>>

let system: TestSystem
let proxy: DatabaseProxy
let webs: Process[]
let worker: Process
beforeAll(async () => {
  system = await startTestSystem()
  proxy = await startDatabaseProxy(system.url)
  const environment = {
    ...databaseVariables(system),
    DATABASE_URL: proxy.url,
    RATE_LIMIT_PER_MINUTE: '1000000',
  }
  const [first, second, third] = await Promise.all([
    startProcess('main', environment),
    startProcess('main', environment),
    startProcess('worker', environment),
  ])
  webs = [first, second]
  worker = third
  // Three processes start at once.
}, 120_000)
afterAll(async () => {
  await Promise.all([...webs, worker].map((each) => each.stop()))
  await proxy.stop()
  await system.stop()
})

type Reply = { status: number; retryAfter: string | null }

/** Repeats a call until stopped. */
function repeat(call: (time: number) => Promise<Reply>) {
  const replies: Reply[] = []
  let isStopped = false
  const done = (async () => {
    for (let time = 0; !isStopped; time++) replies.push(await call(time))
  })()
  return {
    replies,
    count: (status: number) => replies.filter((each) => each.status === status).length,
    stop() {
      isStopped = true
      return done
    },
  }
}

async function request(input: ReturnType<typeof requestOf>, address: string): Promise<Reply> {
  const { method = 'GET', url, payload, headers } = input
  const reply = await fetch(address + String(url), {
    method,
    headers: {
      ...(headers as Record<string, string>),
      ...(payload && { 'content-type': 'application/json' }),
    },
    body: payload ? JSON.stringify(payload) : null,
  })
  await reply.arrayBuffer()
  return { status: reply.status, retryAfter: reply.headers.get('retry-after') }
}

async function until(isSo: () => boolean | Promise<boolean>) {
  while (!(await isSo())) await tick()
}

test('replies 503 while the database is unavailable, then recovers without losing an acknowledged write', async () => {
  const agent = { authorization: `Bearer ${await system.tokenOf('agent')}` }
  const lookup = { authorization: `Bearer ${await system.tokenOf('lookup')}` }
  const kept: string[] = []
  const create = async (address: string, name: string, time: number) => {
    const content = { filters: {}, sort: [], columns: [] }
    // Views per user and list are limited.
    const list = LISTS[time % LISTS.length]?.name ?? ''
    const body = { list, name, audience: 'MINE', content }
    const reply = await request(requestOf(api.views.create, { body }, lookup), address)
    if (reply.status === 201) kept.push(name)
    return reply
  }
  const loops = webs.flatMap(({ address }, web) => [
    repeat(() => request(requestOf(api.files.list, { query: {} }, agent), address)),
    repeat(() => request(requestOf(api.access.getAccessPolicy, {}, agent), address)),
    repeat((time) => create(address, `web-${web}-${time}`, time)),
  ])
  const each = (status: number) =>
    loops.map((loop) => loop.count(status) + (status === 200 ? loop.count(201) : 0))
  await until(() => each(200).every((count) => count >= 3))

  proxy.become('away')
  await until(() => each(503).every((count) => count >= 5))
  // Sent by another process that reaches the database; waits for the worker.
  await system.db
    .transaction()
    .execute((tx) => system.sendJob(tx, 'clean-file', { filekey: crypto.randomUUID() }))
  proxy.become('there')
  const before = each(200)
  await until(() => each(200).every((count, index) => count >= (before[index] ?? 0) + 3))
  await Promise.all(loops.map((loop) => loop.stop()))

  const replies = loops.flatMap((loop) => loop.replies)
  expect([...new Set(replies.map(({ status }) => status))].sort()).toEqual([200, 201, 503])
  expect(new Set(replies.filter(({ status }) => status === 503).map((one) => one.retryAfter))).toEqual(
    new Set(['1']),
  )
  const { rows } = await system.pool.query('SELECT name FROM views')
  expect(kept.filter((name) => !rows.some((row) => row.name === name))).toEqual([])
  await until(async () => {
    const { rows } = await system.pool.query(`SELECT state FROM pgboss.job WHERE name = 'clean-file'`)
    return rows.every(({ state }) => state === 'completed')
  })
  expect([...webs, worker].map((process) => process.isAlive())).toEqual([true, true, true])
})

/** True if a new stream sends a matching event before it ends. */
async function streamUntil(address: string, pattern: RegExp, onOpen: () => Promise<unknown>) {
  const stop = new AbortController()
  const headers = { authorization: `Bearer ${await system.tokenOf('agent')}` }
  const { url } = requestOf(api.files.events, {}, headers)
  const reply = await fetch(address + String(url), { headers, signal: stop.signal })
  let text = ''
  let isReady = false
  // A successful fetch has a body.
  for await (const chunk of reply.body as ReadableStream<Uint8Array>) {
    text += Buffer.from(chunk).toString()
    if (!isReady && text.includes('event: ready')) {
      isReady = true
      await onOpen()
    }
    if (pattern.test(text)) break
  }
  stop.abort()
  return pattern.test(text)
}

test('an open stream ends with the database, and a new one receives changes in each process', async () => {
  for (const { address } of webs) {
    expect(await streamUntil(address, /never/, async () => proxy.become('away'))).toBe(false)
    proxy.become('there')
    const body = { file_name: 'x.csv', content_type: 'text/csv', size: 9, category: 'SMAC_INQUIRY' } as const
    const change = () => system.call(api.files.presign, { body }, 'agent')
    const receives = () => streamUntil(address, /event: file/, change)
    await until(receives)
  }
})
