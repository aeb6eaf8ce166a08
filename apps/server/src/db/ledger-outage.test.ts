import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runInCall } from '../telemetry/call-context.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts'
import { callOver } from '../testing/http-call.ts'
import { startProcess } from '../testing/start-process.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { connectClient } from './client.ts'

let system: TestSystem
/** Used only if the tests run with one database. */
let other: TestDatabase
let proxy: DatabaseProxy
let web: Awaited<ReturnType<typeof startProcess>>
let worker: Awaited<ReturnType<typeof startProcess>>
let addresses: Record<string, string>
let cardId: string
let token: string
beforeAll(async () => {
  system = await startTestSystem()
  other = await createTestDatabase()
  const ledgerUrl = system.ledgerUrl === system.url ? other.url : system.ledgerUrl
  const ledger = await connectClient(ledgerUrl)
  const { rows } = await ledger.query(
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
     VALUES (6000000000000001, '1234567890', 'GOLD', 'ACTIVE', 1, 'A** R****') RETURNING card_id`,
  )
  cardId = rows[0].card_id
  await ledger.end()
  token = await system.tokenOf('supervisor')
  proxy = await startDatabaseProxy(ledgerUrl)
  addresses = { DATABASE_URL: system.url, LEDGER_DATABASE_URL: proxy.url }
  ;[web, worker] = await Promise.all([startProcess('main', addresses), startProcess('worker', addresses)])
}, 120_000)
afterAll(async () => {
  await Promise.all([web.stop(), worker.stop()])
  await proxy.stop()
  await other.drop()
  await system.stop()
})

const revealAt = (address: string) =>
  callOver(address, api.cards.reveal, { body: { card_id: cardId, reason: 'AUDIT', ticket_no: 'T-1' } }, token)

test('without its ledger a web process stays ready and serves all but cards and transactions', async () => {
  const reveal = () => revealAt(web.address)
  const ready = async () => {
    const reply = await fetch(`${web.address}/health/ready`)
    const { checks } = (await reply.json()) as { checks: { name: string; state: string }[] }
    return [reply.status, checks.find(({ name }) => name === 'ledger')?.state]
  }
  expect((await reveal()).status).toBe(200)
  await expect.poll(ready).toEqual([200, 'up'])

  proxy.become('away')
  const refused = await reveal()
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'unavailable', detail: expect.stringMatching(/^Cards and transactions can’t be read/) },
  })
  expect((await callOver(web.address, api.files.list, { query: {} }, token)).status).toBe(200)
  await expect.poll(ready).toEqual([200, 'down'])

  proxy.become('there')
  expect((await reveal()).status).toBe(200)
  expect(web.isAlive()).toBe(true)
})

test('a web process starts without its ledger, and uses it later', async () => {
  proxy.become('away')
  const late = await startProcess('main', addresses)
  onTestFinished(async () => void (await late.stop()))
  expect((await fetch(`${late.address}/health/ready`)).status).toBe(200)
  expect((await revealAt(late.address)).status).toBe(503)
  proxy.become('there')
  expect((await revealAt(late.address)).status).toBe(200)
}, 60_000)

test('a job waits for the ledger, keeping its origin, without using up its tries or holding up its queue', async () => {
  const { db, sendJob } = system
  const data = { filekey: crypto.randomUUID() }
  const requestId = crypto.randomUUID()
  const jobs = async () => {
    const { rows } = await system.pool.query<{
      state: string
      retry_count: number
      delay: number
      origin: string
    }>(
      `SELECT state, retry_count, extract(epoch FROM start_after - created_on)::int AS delay,
         data->'origin'->>'requestId' AS origin
       FROM pgboss.job WHERE name = 'drop-staging' AND data->>'filekey' = $1 ORDER BY created_on`,
      [data.filekey],
    )
    return rows
  }
  const states = async () => new Set((await jobs()).map(({ state }) => state))
  proxy.become('away')
  await runInCall({ requestId, span: null }, () =>
    db.transaction().execute((tx) => sendJob(tx, 'drop-staging', data)),
  )
  await expect.poll(async () => (await jobs()).length, { timeout: 30_000 }).toBeGreaterThan(1)
  proxy.become('there')
  await expect.poll(states, { timeout: 60_000 }).toEqual(new Set(['completed']))
  const [first, ...others] = await jobs()
  expect(first).toMatchObject({ retry_count: 0, delay: 0, origin: requestId })
  for (const each of others) expect(each).toMatchObject({ retry_count: 0, delay: 5, origin: requestId })
}, 120_000)
