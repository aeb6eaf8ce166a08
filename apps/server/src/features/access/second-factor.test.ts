import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import type { Problem } from '@backoffice/contract/values.schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderError } from '../../adapters/identity/provider-error.ts'
import { requestOf } from '../../kernel/served-apis.ts'
import { giveAccess, insertPolicy, insertRole, userIdOf } from '../../testing/access.ts'
import { approve, aRequest, statusOf, switchRule } from '../../testing/approvals.ts'
import { setAuthenticator } from '../../testing/authenticators.ts'
import { giveTemporarily, passTime } from '../../testing/temporary-access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { readAuthenticators, syncDueUsers } from '../users/sync-identity-provider.ts'

const ENDPOINTS: [string, Endpoint][] = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
)
const OPEN = ['access.getAccessPolicy', 'account.endCurrentSession', 'account.checkAuthenticator']

let system: TestSystem
let userId: string
let role: string
beforeAll(async () => {
  system = await startTestSystem()
  userId = await userIdOf(system, 'viewer')
})
afterAll(() => system.stop())
beforeEach(async () => {
  await system.pool.query('DELETE FROM temporary_access')
  await system.pool.query('DELETE FROM provider_actions')
  await setAuthenticator(system, 'viewer', false)
  await system.pool.query('UPDATE users SET has_authenticator = false, authenticator_checked_at = NULL')
  role = (await giveAccess(system, 'viewer', ['All'], ['*:*'])).role
})

const require = (id: string, isRequired = true) =>
  system.pool.query('UPDATE roles SET requires_second_factor = $2 WHERE id = $1', [id, isRequired])

async function codeOf(endpoint: Endpoint, input = {}, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${await system.tokenOf('viewer')}`
  const isStream = endpoint.effect === 'stream'
  const reply = await system.app.inject({
    ...requestOf(endpoint, input, { authorization, ...headers }),
    ...(isStream && { payloadAsStream: true }),
  })
  if (reply.statusCode < 400) {
    if (isStream) reply.stream().destroy()
    return 'accepted'
  }
  if (!isStream) return reply.json<Problem>().code
  const chunks = await reply.stream().toArray()
  return (JSON.parse(Buffer.concat(chunks).toString()) as Problem).code
}
const listTenders = () => codeOf(api.tenders.list, { body: { page: 1 } })
const check = () => system.call(api.account.checkAuthenticator, {}, 'viewer')

describe('without the required authenticator', () => {
  test.each(ENDPOINTS)(
    '%s is refused unless it declares that the set-up needs it',
    async (name, endpoint) => {
      await require(role)
      const code = await codeOf(endpoint)
      await system.pool.query('DELETE FROM ended_sessions')
      if (OPEN.includes(name)) expect(code).toBe('accepted')
      else expect(code).toBe('second_factor_required')
    },
  )

  test('no header, claim or body of the browser replaces it', async () => {
    await require(role)
    expect(await codeOf(api.account.checkAuthenticator, { body: { has_authenticator: true } })).toBe(
      'accepted',
    )
    const token = await system.tokenOf('viewer')
    const [header, payload = '', signature] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const forged = Buffer.from(JSON.stringify({ ...claims, amr: ['mfa'], has_authenticator: true }))
    const authorization = `Bearer ${header}.${forged.toString('base64url')}.${signature}`
    expect(await codeOf(api.tenders.list, { body: { page: 1 } }, { authorization })).toBe('unauthenticated')
    expect(await check()).toEqual({ has_authenticator: false, is_required: true })
    expect(await listTenders()).toBe('second_factor_required')
  })

  test('the refusal is recorded', async () => {
    await require(role)
    await codeOf(api.users.list, { body: { page: 1 } })
    await expect
      .poll(async () => {
        const { rows } = await system.pool.query(
          "SELECT reason FROM audit_events WHERE actor_id = $1 AND action = 'user.list' ORDER BY id DESC LIMIT 1",
          [userId],
        )
        return rows[0]?.reason
      })
      .toBe('second_factor_required')
  })

  test('a request that was stored before is not executed', async () => {
    await giveAccess(system, 'viewer', ['All'], ['*:*'])
    await switchRule(system, 'HIGH_RISK_GRANT', true)
    try {
      const { id } = await aRequest(system, { as: 'viewer' })
      const { rows } = await system.pool.query('SELECT role_id FROM users WHERE id = $1', [userId])
      await require(rows[0]?.role_id)
      await approve(system, id, 'admin')
      expect(await statusOf(system, id)).not.toBe('EXECUTED')
    } finally {
      await switchRule(system, 'HIGH_RISK_GRANT', false)
    }
  })
})

test('the session continues once the provider confirms the authenticator, and stops when it is removed', async () => {
  await require(role)
  expect(await listTenders()).toBe('second_factor_required')
  await setAuthenticator(system, 'viewer', true)
  expect(await listTenders()).toBe('second_factor_required')
  expect(await check()).toEqual({ has_authenticator: true, is_required: true })
  expect(await listTenders()).toBe('accepted')
  await setAuthenticator(system, 'viewer', false)
  expect(await check()).toEqual({ has_authenticator: false, is_required: true })
  expect(await listTenders()).toBe('second_factor_required')
  const { rows } = await system.pool.query(
    "SELECT changes FROM audit_events WHERE resource_id = $1 AND action = 'user.check-authenticator' ORDER BY id",
    [userId],
  )
  expect(rows.slice(-2).map(({ changes }) => changes)).toEqual([
    { has_authenticator: [false, true] },
    { has_authenticator: [true, false] },
  ])
})

test('a removal by an administrator counts at once, while the provider still has the authenticator', async () => {
  await require(role)
  await setAuthenticator(system, 'viewer', true)
  await check()
  expect(await listTenders()).toBe('accepted')
  await system.call(api.users.resetPassword, { body: { id: userId, mode: 'authenticator' } }, 'admin')
  expect(await listTenders()).toBe('second_factor_required')
  expect(await system.expectProblem(api.account.checkAuthenticator, {}, 'viewer')).toMatchObject({
    code: 'provider_pending',
  })
  expect(await listTenders()).toBe('second_factor_required')
  await syncDueUsers(system.workerDeps)
  expect(await check()).toEqual({ has_authenticator: false, is_required: true })
})

test('a reply of the provider to a request before a removal is not stored', async () => {
  const { lastCheck, saveAuthenticator, forgetAuthenticator } = await import('./second-factor.store.ts')
  const checkedAt = await lastCheck(system.db, userId)
  const save = { userId, hasAuthenticator: true, checkedAt }
  await system.db.transaction().execute((tx) => forgetAuthenticator(tx, userId))
  expect(await system.db.transaction().execute((tx) => saveAuthenticator(tx, save))).toBeUndefined()
  const current = { ...save, checkedAt: await lastCheck(system.db, userId) }
  expect(await system.db.transaction().execute((tx) => saveAuthenticator(tx, current))).toBe(false)
})

test('an answer of the provider from before it removed the authenticator is not stored', async () => {
  const { lastCheck, saveAuthenticator } = await import('./second-factor.store.ts')
  await require(role)
  await setAuthenticator(system, 'viewer', true)
  await check()
  await system.call(api.users.resetPassword, { body: { id: userId, mode: 'authenticator' } }, 'admin')
  const checkedAt = await lastCheck(system.db, userId)
  await syncDueUsers(system.workerDeps)
  const save = { userId, hasAuthenticator: true, checkedAt }
  expect(await system.db.transaction().execute((tx) => saveAuthenticator(tx, save))).toBeUndefined()
  expect(await listTenders()).toBe('second_factor_required')
})

test('a failed removal at the provider does not restore the authenticator', async () => {
  await require(role)
  await setAuthenticator(system, 'viewer', true)
  await check()
  await system.call(api.users.resetPassword, { body: { id: userId, mode: 'authenticator' } }, 'admin')
  await system.pool.query("UPDATE provider_actions SET state = 'failed' WHERE user_id = $1", [userId])
  expect(await system.expectProblem(api.account.checkAuthenticator, {}, 'viewer')).toMatchObject({
    code: 'provider_pending',
  })
  await system.pool.query('UPDATE users SET authenticator_checked_at = NULL WHERE id = $1', [userId])
  await syncDueUsers(system.workerDeps)
  expect(await listTenders()).toBe('second_factor_required')
})

test('a temporary role that requires one counts while it is in force, and lifts no requirement', async () => {
  const strict = await insertRole(system, ['All'], [await insertPolicy(system, ['*:*'])])
  await require(strict)
  expect(await listTenders()).toBe('accepted')
  await giveTemporarily(system, userId, { roleId: strict })
  expect(await listTenders()).toBe('second_factor_required')
  await passTime(system, userId, 2)
  expect(await listTenders()).toBe('accepted')
  await require(role)
  await require(strict, false)
  await giveTemporarily(system, userId, { roleId: strict })
  expect(await listTenders()).toBe('second_factor_required')
})

test('a worker reads the authenticator after a sign-in, and again daily where one is required', async () => {
  const stored = async () => {
    const { rows } = await system.pool.query('SELECT has_authenticator FROM users WHERE id = $1', [userId])
    return rows[0]?.has_authenticator
  }
  await listTenders()
  await setAuthenticator(system, 'viewer', true)
  await syncDueUsers(system.workerDeps)
  expect(await stored()).toBe(true)
  // Removed at the provider itself, and found at the next sign-in.
  await setAuthenticator(system, 'viewer', false)
  await syncDueUsers(system.workerDeps)
  expect(await stored()).toBe(true)
  await system.pool.query(
    "UPDATE users SET authenticator_checked_at = now() - interval '25 hours', last_sign_in_at = now() - interval '2 days'",
  )
  await syncDueUsers(system.workerDeps)
  expect(await stored()).toBe(true)
  await require(role)
  await syncDueUsers(system.workerDeps)
  expect(await stored()).toBe(false)
  expect(await listTenders()).toBe('second_factor_required')
})

test('users whom the provider refuses keep no other user waiting', async () => {
  await listTenders()
  const { rows: refused } = await system.pool.query<{ id: string; identity_sub: string }>(
    `INSERT INTO users (given_name, family_name, email, status, role_id, identity_sub, last_sign_in_at)
     SELECT 'Ana', 'Cruz', 'refused-' || n || '@example.test', 'DISABLED', $1, gen_random_uuid(), now()
     FROM generate_series(1, 100) n RETURNING id, identity_sub`,
    [role],
  )
  const subs = new Set(refused.map(({ identity_sub }) => identity_sub))
  const requests: string[] = []
  const administration = async () => {
    const real = await system.workerDeps.administration()
    const describe = async (sub: string) => {
      requests.push(sub)
      if (subs.has(sub)) throw new ProviderError('Refused.', { isFinal: true })
      return real.describe(sub)
    }
    return { ...real, describe }
  }
  const run = async () => {
    requests.length = 0
    await readAuthenticators({ ...system.workerDeps, administration })
    return requests.filter((sub) => subs.has(sub)).length
  }
  await system.pool.query(
    `UPDATE users SET authenticator_checked_at = CASE WHEN id = $1 THEN now() - interval '1 day' ELSE now() END
     WHERE id <> ALL ($2)`,
    [userId, refused.map(({ id }) => id)],
  )
  await setAuthenticator(system, 'viewer', true)
  expect(await run()).toBe(100)
  expect(await run()).toBe(0)
  const { rows } = await system.pool.query('SELECT has_authenticator FROM users WHERE id = $1', [userId])
  expect(rows).toEqual([{ has_authenticator: true }])
  await system.pool.query(
    `UPDATE users SET last_sign_in_at = now() - interval '2 hours',
       authenticator_refused_at = now() - interval '61 minutes' WHERE id = ANY ($1)`,
    [refused.map(({ id }) => id)],
  )
  expect(await run()).toBe(100)
  await system.pool.query('DELETE FROM users WHERE id = ANY ($1)', [refused.map(({ id }) => id)])
})

test('an open event stream ends', async () => {
  const headers = { authorization: `Bearer ${await system.tokenOf('viewer')}` }
  const reply = await system.app.inject({
    ...requestOf(api.files.events, {}, headers),
    payloadAsStream: true,
  })
  expect(reply.statusCode).toBe(200)
  const ended = Promise.withResolvers<void>()
  reply.stream().on('end', ended.resolve).resume()
  await require(role)
  await ended.promise
})
