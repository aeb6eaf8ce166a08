import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@backoffice/contract/api'
import type { CallInput, Endpoint } from '@backoffice/contract/endpoint'
import { UPLOAD_PART_BYTES } from '@backoffice/contract/files'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectClient } from './db/client.ts'
import { callOver, openEvents } from './testing/http-call.ts'
import { inLedger } from './testing/in-ledger.ts'
import { startProcess } from './testing/start-process.ts'
import { databaseVariables } from './testing/test-database.ts'
import { signIn, startTestSystem, type TestSystem } from './testing/test-system.ts'

// Processes take seconds to start on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const CALLS_PER_MINUTE = 64
const SIGN_INS = 6
const MB = 1024 ** 2

let folder: string
let system: TestSystem
let owner: pg.Client
/** Two web processes that share a database and a folder. */
let webs: Awaited<ReturnType<typeof startProcess>>[]
let at: [string, string]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backoffice-shared-'))
  system = await startTestSystem()
  owner = await connectClient(system.url)
  const environment = {
    ...databaseVariables(system),
    DATA_DIR: folder,
    RATE_LIMIT_PER_MINUTE: String(CALLS_PER_MINUTE),
    SIGN_IN_CALLS_PER_MINUTE: String(SIGN_INS),
    CARD_REVEALS_PER_DAY: '3',
    STORED_MB_PER_PERSON: '150',
    MAX_EVENT_LOOP_DELAY_MS: '0',
  }
  webs = await Promise.all([startProcess('main', environment), startProcess('main', environment)])
  at = [webs[0]?.address ?? '', webs[1]?.address ?? '']
})
afterAll(async () => {
  await Promise.all(webs.map((web) => web.stop()))
  await owner.end()
  await system.stop()
  await rm(folder, { recursive: true })
})

const upload = (size: number) => ({
  body: { file_name: 'cards.csv', content_type: 'text/csv', size, category: 'SMAC_INQUIRY' } as const,
})

/** Sorted statuses of concurrent identical calls, spread over both processes. */
async function both<E extends Endpoint>(endpoint: E, input: CallInput<E>, as: string, calls: number) {
  const token = await system.tokenOf(as)
  const all = Array.from({ length: calls }, (_, call) =>
    callOver(at[call % 2 ? 1 : 0], endpoint, input, token),
  )
  return (await Promise.all(all)).map(({ status }) => status).sort()
}

const statuses = (...runs: [status: number, times: number][]) =>
  runs.flatMap(([status, times]) => Array<number>(times).fill(status))

test('a session ended at one process is refused by the other on its next call, and its stream there ends', async () => {
  const token = await signIn(system.identity, 'glass@backoffice.test')
  expect((await callOver(at[0], api.account.listSessions, {}, token)).status).toBe(200)
  const stream = await openEvents(at[0], await signIn(system.identity, 'glass@backoffice.test'))
  const ended = await callOver(at[1], api.account.endAllSessions, {}, token)
  expect(ended.status).toBe(200)
  expect((await callOver(at[0], api.account.listSessions, {}, token)).status).toBe(401)
  await stream.ended
})

test('a user disabled at one process is refused by the other on every call that begins later', async () => {
  const [token, admin] = [await system.tokenOf('lookup'), await system.tokenOf('admin')]
  const read = () => callOver(at[1], api.access.getAccessPolicy, {}, token)
  const { rows } = await owner.query<{ id: string; version: number }>(
    "SELECT id, version FROM users WHERE email = 'lookup@backoffice.test'",
  )
  const before = Array.from({ length: 8 }, read)
  expect((await before[0])?.status).toBe(200)
  const body = { items: rows, status: 'DISABLED', reason: 'Test' } as const
  expect((await callOver(at[0], api.users.updateStatus, { body }, admin)).status).toBe(200)
  const after = await Promise.all(Array.from({ length: 8 }, read))
  expect(after.map(({ status }) => status)).toEqual(Array(8).fill(401))
  await Promise.all(before)
})

test('an upload is signed at one, sent to both and registered at both concurrently; the event reaches both', async () => {
  const token = await system.tokenOf('agent')
  const streams = await Promise.all(at.map((each) => openEvents(each, token)))
  const size = UPLOAD_PART_BYTES + 100
  const signed = (await callOver(at[0], api.files.presign, upload(size), token)).body.resource
  const {
    source_filekey,
    part_urls = [],
    headers = {},
  } = signed as typeof signed & { headers?: Record<string, string> }
  const etags = await Promise.all(
    part_urls.map(async (url, part) => {
      const { pathname, search } = new URL(url)
      const body = Buffer.alloc(part === 0 ? UPLOAD_PART_BYTES : 100, 'x')
      const reply = await fetch(at[part === 0 ? 0 : 1] + pathname + search, { method: 'PUT', headers, body })
      return reply.headers.get('etag') ?? ''
    }),
  )
  const input = { body: { source_filekey, etags } }
  const registered = await both(api.files.register, input, 'agent', 4)
  expect(registered).toEqual(statuses([200, 4]))
  const { rows } = await system.pool.query(`SELECT name FROM pgboss.job WHERE data->>'filekey' = $1`, [
    source_filekey,
  ])
  expect(rows).toEqual([{ name: 'validate-file' }])
  for (const stream of streams) await expect.poll(() => stream.text).toContain(source_filekey)
})

test('counts concurrent uploads and stored bytes exactly over both processes', async () => {
  expect(await both(api.files.presign, upload(10), 'supervisor', 12)).toEqual(statuses([200, 5], [429, 7]))
  await system.pool.query(`UPDATE files SET link_expires_at = now() WHERE state = 'PENDING_UPLOAD'`)
  expect(await both(api.files.presign, upload(60 * MB), 'supervisor', 6)).toEqual(
    statuses([200, 2], [429, 4]),
  )
})

test('counts the card numbers that a user reveals per day exactly over both processes', async () => {
  const [card] = await inLedger<{ card_id: string }>(
    system,
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
     VALUES (6000000000000001, '1234567890', 'GOLD', 'ACTIVE', 1, 'A** R****') RETURNING card_id`,
  )
  const body = { card_id: String(card?.card_id), reason: 'AUDIT', ticket_no: 'T-1' } as const
  expect(await both(api.cards.reveal, { body }, 'supervisor', 8)).toEqual(statuses([200, 3], [429, 5]))
})

test('counts the calls of a user over both processes, to within a sixteenth', async () => {
  const found = await both(api.access.getAccessPolicy, {}, 'viewer', 2 * CALLS_PER_MINUTE)
  const allowed = found.filter((status) => status === 200).length
  expect(allowed).toBeGreaterThanOrEqual(CALLS_PER_MINUTE)
  expect(allowed).toBeLessThanOrEqual(CALLS_PER_MINUTE + CALLS_PER_MINUTE / 16)
  expect(found).toEqual(statuses([200, allowed], [429, found.length - allowed]))
})

test('counts sign-in attempts per address exactly over both processes', async () => {
  const forget = async (address: string, name: number) => {
    const reply = await fetch(`${address}/idp/`, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword' },
      body: JSON.stringify({
        ClientId: 'embeddedclient00000000001',
        Username: `unknown${name}@example.test`,
      }),
    })
    return reply.status
  }
  // Attempts that signed in the users of this file.
  await owner.query('DELETE FROM identity.counters')
  const all = Array.from({ length: 20 }, (_, call) => forget(at[call % 2 ? 1 : 0], call))
  expect((await Promise.all(all)).sort()).toEqual(statuses([200, SIGN_INS], [400, 20 - SIGN_INS]))
})
