import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { api } from '@backoffice/contract/api'
import { from as copyFrom } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, withClient } from '../db/client.ts'
import { requestOf } from '../kernel/served-apis.ts'
import { addCash, aTender } from '../testing/tenders.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { currentCall, isRequestId, runInCall, runJobInContext, withOrigin } from './call-context.ts'

const lines: string[] = []
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ log: (line) => void lines.push(line) })
  await addCash(system.pool)
})
afterAll(() => system.stop())

const inCall = <T>(requestId: string, work: () => T) => runInCall({ requestId, span: null }, work)
const CURRENT_QUERY = 'SELECT current_query() AS query'

async function send(id: string, name: string) {
  const headers = { authorization: `Bearer ${await system.tokenOf('lookup')}`, 'x-request-id': id }
  return system.app.inject(requestOf(api.tenders.create, { body: aTender({ tender_name: name }) }, headers))
}

test('the audit event, the log and a problem have the client’s id in addition to ours', async () => {
  const [done, refused] = [randomUUID(), 'batch-7:row.12']
  const own = (await send(done, 'Named')).headers['x-request-id']
  expect([own === done, isRequestId(own)]).toEqual([false, true])
  const { rows } = await system.pool.query(
    'SELECT action, request_id FROM audit_events WHERE client_request_id = $1',
    [done],
  )
  expect(rows).toEqual([{ action: 'tender.create', request_id: own }])
  const logged = lines.map((line) => JSON.parse(line)).filter((line) => line.client_request_id === done)
  expect(logged).toMatchObject([{ request_id: own }])
  const problem = await send(refused, '')
  const { 'x-request-id': attempt } = problem.headers
  expect(problem.json()).toMatchObject({ status: 422, request_id: attempt, client_request_id: refused })
})

test.each([
  'x',
  '*/ DROP TABLE users; --',
  'x'.repeat(65),
  '-------------',
  '99900000-0000-0011-0000-000000000000',
])('ignores the client id %s', async (id) => {
  const reply = await send(id, '')
  expect([reply.json().client_request_id, isRequestId(reply.json().request_id)]).toEqual([undefined, true])
})

test('every statement of a call has its id, even if it waits for a connection of another', async () => {
  const pool = createPool(system.url, { max: 1 })
  try {
    const ids = Array.from({ length: 6 }, () => randomUUID())
    const seen = await Promise.all(
      ids.map((id) =>
        inCall(id, async () => (await pool.query<{ query: string }>(CURRENT_QUERY)).rows[0]?.query),
      ),
    )
    expect(seen).toEqual(ids.map((id) => `/* request ${id} */ ${CURRENT_QUERY}`))
    expect((await pool.query(CURRENT_QUERY)).rows[0]?.query).toBe(CURRENT_QUERY)
  } finally {
    await pool.end()
  }
})

test('statements with parameters, in transactions and COPY have it and work unchanged', async () => {
  const id = randomUUID()
  await inCall(id, () =>
    withClient(system.pool, async (client) => {
      const { rows } = await client.query({ text: `${CURRENT_QUERY} WHERE $1 = 1`, values: [1] })
      expect(rows[0].query).toBe(`/* request ${id} */ ${CURRENT_QUERY} WHERE $1 = 1`)
      await client.query('CREATE TEMP TABLE copied (line text, query text DEFAULT current_query())')
      await pipeline(Readable.from(['a\n', 'b\n']), client.query(copyFrom('COPY copied (line) FROM STDIN')))
      const copied = await client.query('SELECT line, query FROM copied ORDER BY line')
      expect(copied.rows).toEqual(
        ['a', 'b'].map((line) => ({ line, query: `/* request ${id} */ COPY copied (line) FROM STDIN` })),
      )
    }),
  )
})

test('a job runs under the id of its call, or its own id without a call', async () => {
  const id = randomUUID()
  const data = inCall(id, () => withOrigin({ filekey: 'f' }))
  const seen: (string | undefined)[] = []
  const note = async () => void seen.push(currentCall()?.requestId)
  await runJobInContext('validate-file', data, {}, note)
  await runJobInContext('expire-files', {}, {}, note)
  await runJobInContext('expire-files', { origin: { requestId: 'forged */' } }, {}, note)
  expect(seen[0]).toBe(id)
  for (const own of seen.slice(1)) expect(isRequestId(own)).toBe(true)
  expect(new Set(seen).size).toBe(3)
})

test('a call that writes sends its id with the job', async () => {
  const id = randomUUID()
  await system.db
    .transaction()
    .execute((tx) => inCall(id, () => system.sendJob(tx, 'clean-file', { filekey: randomUUID() })))
  const { rows } = await system.pool.query(
    `SELECT data->'origin' AS origin FROM pgboss.job WHERE name = 'clean-file'`,
  )
  expect(rows).toEqual([{ origin: { requestId: id } }])
})
