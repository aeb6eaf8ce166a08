import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createTestProvider, PASSWORD, type TestProvider } from '../testing/provider.ts'
import * as mfa from '../testing/second-factor.ts'
import { signInBySrp } from '../testing/srp-client.ts'

let database: TestDatabase
let identity: TestProvider
beforeAll(async () => {
  database = await createTestDatabase()
  identity = createTestProvider(database.pool)
})
afterAll(() => database.drop())
beforeEach(async () => {
  setNow('2026-11-23T12:00:00+08:00')
  await database.admin.query('delete from identity.failed_sign_ins')
})

const WRONG = 'Wrong#Password1'
const setNow = (time: string) => identity.advance(Date.parse(time) - identity.now())
const failures = async (from = '2026-11-01', to = '2026-11-30') => [
  ...(await identity.provider.failedSignIns(from, to)),
]
const attempt = (email: string, password = WRONG) => mfa.signInByPassword(identity, email, password)

test('wrong passwords count with and without an account, right ones do not', async () => {
  const { email } = await identity.aUser()
  expect(await failures()).toEqual([])
  for (const name of [email, 'unknown@example.test']) {
    await attempt(name)
    await signInBySrp(identity, name, WRONG)
  }
  expect(mfa.outcomeOf(await attempt(email, PASSWORD))).toBe('signed in')
  expect(await failures()).toEqual([['2026-11-23', 4]])
})

test('attempts at a locked account count, also with the right password', async () => {
  const { email } = await identity.aUser()
  for (let i = 0; i < 6; i++) await attempt(email)
  expect((await attempt(email, PASSWORD)).body.message).toBe('Password attempts exceeded')
  expect(await failures()).toEqual([['2026-11-23', 7]])
})

test('wrong codes count, and right ones while the account is locked', async () => {
  const user = await mfa.aUserWithSms(identity)
  const challenge = await attempt(user.email, PASSWORD)
  const code = mfa.sentCode(identity, user) ?? ''
  await mfa.respondToChallenge(identity, challenge, mfa.otherThan(code))
  expect(await failures()).toEqual([['2026-11-23', 1]])
  expect(mfa.outcomeOf(await mfa.respondToChallenge(identity, challenge, code))).toBe('signed in')
  const { email, secret } = await mfa.aUserWithAuthenticator(identity)
  const right = mfa.nextCode(identity, secret)
  const first = await attempt(email, PASSWORD)
  for (let i = 0; i < 5; i++) await mfa.respondToChallenge(identity, first, mfa.otherThan(right))
  const locked = await mfa.respondToChallenge(identity, await attempt(email, PASSWORD), right)
  expect(locked.body.message).toBe('Password attempts exceeded')
  expect(await failures()).toEqual([['2026-11-23', 7]])
})

test('days begin at midnight in Manila by the clock of the provider; a period includes both ends', async () => {
  const { email } = await identity.aUser()
  for (const time of [
    '2026-11-20T23:59:59+08:00',
    '2026-11-21T00:00:00+08:00',
    '2026-11-22T00:00:00+08:00',
  ]) {
    setNow(time)
    await attempt(email)
  }
  expect((await failures()).sort()).toEqual([
    ['2026-11-20', 1],
    ['2026-11-21', 1],
    ['2026-11-22', 1],
  ])
  expect((await failures('2026-11-20', '2026-11-21')).sort()).toEqual([
    ['2026-11-20', 1],
    ['2026-11-21', 1],
  ])
  expect(await failures('2026-11-23', '2026-11-24')).toEqual([])
})

test('concurrent failures of a day all count, spread over several rows', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, i) => attempt(`unknown-${i}@example.test`)))
  expect(await failures()).toEqual([['2026-11-23', 40]])
  const { rows } = await database.admin.query('select shard from identity.failed_sign_ins')
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.every(({ shard }) => shard >= 0 && shard < 16)).toBe(true)
})

test('deletes days older than 400', async () => {
  await attempt('unknown@example.test')
  const day = 86_400_000
  const later = async (ms: number) => {
    identity.advance(ms)
    await identity.call('GetUser', { AccessToken: 'x' })
    await identity.provider.close()
  }
  await later(400 * day)
  expect(await failures()).toEqual([['2026-11-23', 1]])
  await later(day)
  expect(await failures()).toEqual([])
})

test('a failed count is reported and does not change the response', async () => {
  const { body } = await attempt('unknown@example.test')
  await database.admin.query(`revoke insert on identity.failed_sign_ins from ${database.role}`)
  const errorsBefore = identity.errors.length
  try {
    expect((await attempt('unknown@example.test')).body).toEqual(body)
  } finally {
    await database.admin.query(`grant insert on identity.failed_sign_ins to ${database.role}`)
  }
  expect(identity.errors.slice(errorsBefore)).toEqual([
    expect.objectContaining({ message: expect.stringContaining('permission denied') }),
  ])
})
