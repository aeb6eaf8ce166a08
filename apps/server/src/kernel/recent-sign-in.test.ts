import { api } from '@backoffice/contract/api'
import type { Address, CallInput, Endpoint } from '@backoffice/contract/endpoint'
import { HIGH_RISK as HIGH_RISK_PERMISSIONS } from '@backoffice/contract/grants'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { candidates, cardFile } from '../testing/candidates.ts'
import { dryRun, runInquiry } from '../testing/file-actions.ts'
import { HIGH_RISK } from '../testing/high-risk-calls.ts'
import { aUserCreation, LOW_RISK_CHANGES, type TestCall } from '../testing/high-risk-changes.ts'
import { signIn, startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { mayAsk } from './recent-sign-in.ts'

const MINUTE_MS = 60_000
const REQUIRED = { status: 403, body: { code: 'recent_sign_in_required' } }
/** Exports of people, access and inquiries whose permission is not high risk. */
const EXPORTS = ['user:export', 'role:export', 'policy:export', 'inquiry:export']
const ENDPOINTS = Object.values(api).flatMap((group): Endpoint[] => Object.values(group))
const EXPORT = { form: 'view', columns: ['name'] } as const

let system: TestSystem
let owner: pg.Client
/** The result of an inquiry by agent@, held. */
let heldFile: string

beforeAll(async () => {
  system = await startTestSystem({
    workers: true,
    holds: { notFoundRows: 1, notFoundPercent: 1 },
  })
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  const { source_filekey } = await dryRun(system, cardFile(candidates('0011', 3)))
  await runInquiry(system, source_filekey)
  heldFile = source_filekey
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})

/** The sessions of the test system begin before this. */
beforeEach(async () => {
  for (const mailbox of ['admin', 'supervisor', 'agent']) await system.tokenOf(mailbox)
  await owner.query('DELETE FROM sign_in_confirmations')
  await owner.query("UPDATE users SET status = 'ACTIVE' WHERE identity_sub IS NOT NULL")
  system.clock.offsetMs = 11 * MINUTE_MS
})
afterEach(() => {
  system.clock.offsetMs = 0
})

const mailOf = (mailbox: string) => `${mailbox}@backoffice.test`

/** Confirms the session of admin@ by a second sign-in. */
const confirm = async () =>
  system.call(
    api.account.confirmIdentity,
    { body: { token: await signIn(system.identity, mailOf('admin')) } },
    'admin',
  )

const send = ([endpoint, input]: TestCall, headers: Record<string, string> = {}) =>
  // Only the endpoint's own type knows its input.
  system.send(endpoint as Address, input as CallInput<Address>, 'admin', headers)

/** Everything that a call could write, except the trail of refusals. Jobs have no request id. */
async function written() {
  const { rows } = await system.pool.query(
    `SELECT (SELECT count(*) FROM audit_events WHERE outcome = 'done' AND request_id IS NOT NULL) AS done,
            (SELECT count(*) FROM users) AS users, (SELECT sum(version) FROM roles) AS roles,
            (SELECT sum(version) FROM policies) AS policies, (SELECT count(*) FROM files) AS files,
            (SELECT count(*) FROM card_reveals) AS reveals, (SELECT count(*) FROM card_file_reveals) AS file_reveals,
            (SELECT count(*) FROM idempotency_keys) AS keys`,
  )
  return rows[0]
}

test.each(Object.entries(HIGH_RISK))('%s needs a sign-in of the last 10 minutes', async (_what, prepare) => {
  const call = await prepare({ system, owner, heldFile })
  const before = await written()
  expect(await send(call)).toMatchObject(REQUIRED)
  expect(await written()).toEqual(before)
  await confirm()
  const confirmed = await written()
  const accepted = await send(call)
  expect([accepted.status < 300, JSON.stringify(accepted.body)]).toEqual([true, expect.any(String)])
  expect(await written()).not.toEqual(confirmed)
})

test('every endpoint that declares it is tested', async () => {
  const tested = new Set<Endpoint>()
  for (const prepare of Object.values(HIGH_RISK)) tested.add((await prepare({ system, owner, heldFile }))[0])
  const declared = ENDPOINTS.filter(({ recentSignIn }) => mayAsk(recentSignIn))
  expect(new Set(declared)).toEqual(tested)
})

test('the session’s own sign-in counts for 10 minutes, with a tolerance for the provider’s clock', async () => {
  const atMinutes = async (minutes: number) => {
    system.clock.offsetMs = 0
    const call = await aUserCreation({ system })
    system.clock.offsetMs = minutes * MINUTE_MS
    return (await send(call)).status
  }
  // Sessions began up to a minute ago.
  expect(await atMinutes(8.9)).toBe(201)
  expect(await atMinutes(10.1)).toBe(403)
  // A sign-in in the future of this process.
  system.clock.offsetMs = 0
  const token = await signIn(system.identity, mailOf('admin'))
  const exportAhead = async (aheadMs: number) => {
    system.clock.offsetMs = -aheadMs
    const reply = await system.app.inject({
      method: 'POST',
      url: '/api/user/role/export',
      headers: { authorization: `Bearer ${token}` },
      payload: EXPORT,
    })
    return reply.statusCode
  }
  expect(await exportAhead(3_000)).toBe(202)
  expect(await exportAhead(7_000)).toBe(403)
})

test('every write of a high-risk permission, or export of people, access and inquiries, declares it', () => {
  const guarded = new Set<string>([...HIGH_RISK_PERMISSIONS, ...EXPORTS])
  const silent = ENDPOINTS.filter(({ access, effect, recentSignIn }) => {
    const permissions = typeof access === 'string' ? [access] : access.anyOf
    return effect === 'write' && !recentSignIn && permissions.some((each) => guarded.has(each))
  })
  expect(silent.map(({ path }) => path)).toEqual([])
  const reasons = ENDPOINTS.flatMap(({ recentSignIn }) => (Object(recentSignIn).never ?? []) as string[])
  expect(reasons.filter((reason) => reason.trim() === '')).toEqual([])
})

test.each(Object.entries(LOW_RISK_CHANGES))('%s needs no recent sign-in', async (_what, prepare) => {
  const { status, body } = await send(await prepare({ system }))
  expect([status < 300, Object(body).detail]).toEqual([true, undefined])
})

test('uploading and downloading an own file need no recent sign-in', async () => {
  const upload = { file_name: 'a.csv', content_type: 'text/csv', size: 10, category: 'SMAC_INQUIRY' as const }
  const own = { source_filekey: heldFile, artifact: 'source' as const }
  for (const body of [upload, own])
    expect((await system.send(api.files.presign, { body }, 'agent')).status).toBe(200)
})

test('a repeated call needs it again, and gets the first reply with any recent sign-in', async () => {
  const call = await (HIGH_RISK['resetting a password'] ?? aUserCreation)({ system, owner, heldFile })
  const key = { 'idempotency-key': crypto.randomUUID() }
  await confirm()
  const first = await send(call, key)
  expect(first.status).toBe(200)
  await system.call(api.account.endConfirmation, {}, 'admin')
  expect(await send(call, key)).toMatchObject(REQUIRED)
  system.clock.offsetMs += 6_000
  await confirm()
  expect(await send(call, key)).toEqual(first)
})

test('the documentation states the need and the refusal', async () => {
  const { paths } = (await system.app.inject('/api/docs/json')).json()
  const reveal = paths['/api/operations/card/reveal'].post
  expect(reveal.description).toContain('Needs a sign-in of the last 10 minutes: ')
  expect(reveal.responses[403]).toBeDefined()
  const update = Object.values<Record<string, { operationId: string; description: string }>>(paths)
    .flatMap((each) => Object.values(each))
    .find(({ operationId }) => operationId === 'users.update')
  expect(update?.description).toContain('10 minutes if the phone number changes, ')
})
