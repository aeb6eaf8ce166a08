import { setImmediate as tick } from 'node:timers/promises'
import { addresses, endpoints, type Schemas } from '@backoffice/contract/endpoint'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createDatabase, createPool } from '../db/client.ts'
import { NO_APPROVALS } from './approvals.ts'
import { systemClock } from './clock.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { type Handlers, mount } from './mount.ts'
import { NO_CONFIRMATIONS } from './recent-sign-in.ts'

const schemas = {
  slow: { summary: '', params: z.object({ id: z.string() }), reply: z.string() },
  stream: { summary: '', audit: { resource: 'file', action: 'watch' }, reply: z.string() },
} satisfies Record<string, Schemas>
const group = endpoints(
  addresses<typeof schemas>('user')({
    slow: { method: 'GET', path: '/slow/:id', access: 'signed-in', effect: 'read' },
    stream: { method: 'GET', path: '/stream', access: 'signed-in', effect: 'stream' },
  }),
  schemas,
)

let processes = 1

/** A server whose slow calls wait until released; a header names the caller. */
async function startServer() {
  const begun: string[] = []
  const running = new Map<string, () => void>()
  const seen = { calls: 0, closed: 0, most: 0 }
  const handlers: Handlers<typeof group> = {
    slow: async ({ params: { id } }) => {
      begun.push(id)
      if (id.startsWith('fails')) throw new Error(id)
      if (id === 'quick') return id
      await new Promise<void>((resolve) => {
        running.set(id, resolve)
        seen.most = Math.max(seen.most, running.size)
      })
      return id
    },
    stream: async (_received, _call, reply) => {
      reply.hijack()
      reply.raw.writeHead(200).write('begun')
    },
  }
  const app = Fastify({ forceCloseConnections: true })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.once('close', () => void seen.closed++)
  })
  mount(
    app,
    {
      // Never used, because no call here writes or records a refusal.
      db: createDatabase(createPool('postgres://unused@127.0.0.1:1/nothing')),
      clock: systemClock,
      authenticate: async (name = '') => ({
        id: name,
        name,
        status: 'ACTIVE',
        access: { modules: [], policies: [] },
        permanent: { modules: [], policies: [] },
        nextEnd: null,
        needsAuthenticator: false,
        accessVersion: '1',
        tokenExpiresAt: 0,
        identity: { sub: name, sessionId: null, signedInAt: 0 },
      }),
      confirmAccess: async () => {},
      approvals: NO_APPROVALS,
      permissionUse: { record: () => {} },
      sessionUse: { record: () => {} },
      confirmations: NO_CONFIRMATIONS,
      checkRateLimit: async () => void seen.calls++,
      limitConcurrency: createConcurrencyLimit(() => processes),
      findGrant: async () => () => null,
      noteSession: null,
      refusalAudit: { record: async () => {} },
      bases: { user: '', operations: '' },
    },
    'things',
    group,
    handlers,
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    address,
    begun,
    running,
    seen,
    call: async (as: string, id: string) => {
      const { statusCode } = await app.inject({ url: `/slow/${id}`, headers: { authorization: as } })
      return statusCode
    },
    /** Ends the longest-running call, once one runs. */
    async endOne() {
      await until(() => running.size > 0)
      const [[id, end] = ['', () => {}]] = running
      running.delete(id)
      end()
    },
  }
}

async function until(isSo: () => boolean) {
  while (!isSo()) await tick()
}

const ids = (count: number, name = 'call') => Array.from({ length: count }, (_, index) => `${name} ${index}`)

let server: Awaited<ReturnType<typeof startServer>>
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.app.close())

test('runs eight of thirty calls of a caller concurrently, in order, without delaying another caller', async () => {
  const { call, begun, running, seen, endOne } = server
  const calls = ids(30).map((id) => call('ana', id))
  await until(() => seen.calls === 30 && running.size >= 8)
  expect(await call('ben', 'quick')).toBe(200)
  for (let left = 30; left > 0; left--) await endOne()
  expect(await Promise.all(calls)).toEqual(Array(30).fill(200))
  expect(begun).toEqual([...ids(8), 'quick', ...ids(30).slice(8)])
  expect(seen.most).toBe(8)
})

/** Checks with eight concurrent calls that every slot is free again. */
async function expectEightSlots() {
  const { call, running, endOne } = server
  const calls = ids(9, 'afterwards').map((id) => call('ana', id))
  await until(() => running.size === 8)
  for (let left = 9; left > 0; left--) await endOne()
  expect(await Promise.all(calls)).toEqual(Array(9).fill(200))
}

test('failed calls release their slot', async () => {
  const failed = await Promise.all(ids(30, 'fails').map((id) => server.call('ana', id)))
  expect(failed).toEqual(Array(30).fill(500))
  await expectEightSlots()
})

test('a waiting call whose connection closes is not run', async () => {
  const { address, begun, call, running, seen, endOne } = server
  const first = ids(8).map((id) => call('ana', id))
  await until(() => running.size === 8)
  const abort = new AbortController()
  const dropped = ids(5, 'dropped').map((id) =>
    fetch(`${address}/slow/${id}`, { headers: { authorization: 'ana' }, signal: abort.signal }).catch(
      () => 'closed',
    ),
  )
  await until(() => seen.calls === 13)
  const last = call('ana', 'last')
  await until(() => seen.calls === 14)
  abort.abort()
  expect(await Promise.all(dropped)).toEqual(Array(5).fill('closed'))
  await until(() => seen.closed === 5)
  for (let left = 9; left > 0; left--) await endOne()
  expect(await Promise.all([...first, last])).toEqual(Array(9).fill(200))
  expect(begun).toEqual([...ids(8), 'last'])
  await expectEightSlots()
})

test('a running call whose connection closes keeps its slot until it ends', async () => {
  const { address, running, seen, endOne } = server
  const abort = new AbortController()
  const aborted = ids(8).map((id) =>
    fetch(`${address}/slow/${id}`, { headers: { authorization: 'ana' }, signal: abort.signal }).catch(
      () => 'closed',
    ),
  )
  await until(() => running.size === 8)
  abort.abort()
  await Promise.all(aborted)
  await until(() => seen.closed === 8)
  for (let left = 8; left > 0; left--) await endOne()
  await expectEightSlots()
})

test('rejects more than two hundred waiting calls of a caller', async () => {
  const { call, seen, endOne } = server
  const calls = ids(208).map((id) => call('ana', id))
  await until(() => seen.calls === 208)
  expect(await call('ana', 'too many')).toBe(429)
  for (let left = 208; left > 0; left--) await endOne()
  expect(await Promise.all(calls)).toEqual(Array(208).fill(200))
})

test('open streams count only while they start', async () => {
  for (let count = 0; count < 9; count++) {
    const reply = await fetch(`${server.address}/stream`, { headers: { authorization: 'ana' } })
    expect(reply.status).toBe(200)
  }
  await expectEightSlots()
})

test('processes share the eight calls of a caller, at least two each', async () => {
  const { call, running, seen, endOne } = server
  try {
    for (const [count, share] of [
      [2, 4],
      [20, 2],
    ] as const) {
      processes = count
      const calls = ids(10, `${count}`).map((id) => call('ana', id))
      await until(() => running.size === share)
      for (let left = 10; left > 0; left--) await endOne()
      expect(await Promise.all(calls)).toEqual(Array(10).fill(200))
      expect(seen.most).toBe(share)
      seen.most = 0
    }
    // The share grows while calls wait; they run when the next call ends.
    const calls = ids(10, 'growing').map((id) => call('ana', id))
    await until(() => running.size === 2)
    processes = 1
    await endOne()
    await until(() => running.size === 8)
    for (let left = 9; left > 0; left--) await endOne()
    expect(await Promise.all(calls)).toEqual(Array(10).fill(200))
  } finally {
    processes = 1
  }
})
