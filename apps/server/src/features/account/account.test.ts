import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMBEDDED_POOL } from '../../adapters/identity/embedded.ts'
import { requestOf } from '../../kernel/served-apis.ts'
import { insertPolicy, userIdOf } from '../../testing/access.ts'
import { giveTemporarily } from '../../testing/temporary-access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

type Tokens = { IdToken: string; RefreshToken: string }

async function callProvider(operation: string, input: object, userAgent = 'a browser') {
  const reply = await system.app.inject({
    method: 'POST',
    url: EMBEDDED_POOL.path,
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      'user-agent': userAgent,
    },
    payload: JSON.stringify({ ClientId: EMBEDDED_POOL.userPoolClientId, ...input }),
  })
  return { status: reply.statusCode, body: reply.json() }
}

async function signIn(mailbox: string, userAgent?: string): Promise<Tokens> {
  const AuthParameters = { USERNAME: `${mailbox}@backoffice.test`, PASSWORD: 'Backoffice#2026' }
  const { body } = await callProvider(
    'InitiateAuth',
    { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters },
    userAgent,
  )
  return body.AuthenticationResult
}

const refresh = ({ RefreshToken }: Tokens, userAgent?: string) =>
  callProvider('GetTokensFromRefreshToken', { RefreshToken }, userAgent)

async function list({ IdToken }: Tokens) {
  const authorization = `Bearer ${IdToken}`
  const reply = await system.app.inject(requestOf(api.account.listSessions, {}, { authorization }))
  return reply.json().resource as { is_available: boolean; items: { id: string; is_current: boolean }[] }
}

async function revoke({ IdToken }: Tokens, id: string) {
  const request = requestOf(api.account.endSession, { body: { id } }, { authorization: `Bearer ${IdToken}` })
  const reply = await system.app.inject(request)
  return { status: reply.statusCode, body: reply.json() }
}

async function currentId(tokens: Tokens): Promise<string> {
  return (await list(tokens)).items.find((item) => item.is_current)?.id ?? ''
}

test('lists the sessions of the user, most recently used first, and marks the current one', async () => {
  const desk = await signIn('agent', 'Desk/1.0')
  system.clock.offsetMs += 60_000
  const laptop = await signIn('agent', 'Laptop/1.0')
  const seen = await list(laptop)
  expect(seen).toEqual({
    is_available: true,
    items: [
      expect.objectContaining({ user_agent: 'Laptop/1.0', is_current: true }),
      expect.objectContaining({ user_agent: 'Desk/1.0', is_current: false }),
    ],
  })
  system.clock.offsetMs += 60_000
  await refresh(desk, 'Desk/1.1')
  const [first, second] = (await list(desk)).items
  expect([first, second]).toMatchObject([
    { user_agent: 'Desk/1.1', is_current: true },
    { user_agent: 'Laptop/1.0', is_current: false },
  ])
  const { created_at, last_used_at } = first as unknown as { created_at: string; last_used_at: string }
  expect(Date.parse(last_used_at) - Date.parse(created_at)).toBeGreaterThanOrEqual(120_000)
})

test('the last use of a session is its last call, for its user and administrators', async () => {
  const desk = await signIn('glass', 'Desk/1.0')
  system.clock.offsetMs += 5 * 60_000
  await signIn('glass', 'Laptop/1.0')
  const timesOf = async () => {
    const ownTimes = (await list(desk)).items as unknown as { user_agent: string; last_used_at: string }[]
    const params = { id: await userIdOf(system, 'glass') }
    const { items } = await system.call(api.users.sessions, { params }, 'admin')
    return [ownTimes, items].map((sessions) =>
      sessions.map(({ user_agent, last_used_at }) => [user_agent, Date.parse(last_used_at)]),
    )
  }
  system.clock.offsetMs += 10 * 60_000
  const calledAt = system.clock.now().getTime()
  await list(desk)
  await expect
    .poll(async () => (await timesOf()).map(([first]) => first), { timeout: 20_000 })
    .toEqual(Array(2).fill(['Desk/1.0', expect.closeTo(calledAt, -5)]))
})

/** Changes with every audit event and every new access version. */
async function marks() {
  const { rows } = await system.pool.query(
    'SELECT (SELECT count(*) FROM audit_events) AS trail, (SELECT version FROM access_version) AS access',
  )
  return rows[0]
}

test('an ended session leaves the list and cannot be renewed; the others stay valid', async () => {
  const desk = await signIn('supervisor')
  const laptop = await signIn('supervisor')
  const id = await currentId(laptop)
  expect(await revoke(desk, id)).toEqual({ status: 200, body: { resource: { id } } })
  expect((await list(desk)).items.map((item) => item.is_current)).toEqual([true])
  expect((await refresh(laptop)).body).toMatchObject({ message: 'Refresh Token has been revoked' })
  expect((await refresh(desk)).status).toBe(200)
  const { rows } = await system.pool.query(
    `SELECT actor_name, resource_id, outcome FROM audit_events WHERE action = 'session.end' AND outcome = 'done'`,
  )
  expect(rows).toEqual([{ actor_name: 'Ramon Aquino', resource_id: id, outcome: 'done' }])
  // A repeated call changes no access version, because the session has already ended.
  const before = await marks()
  for (let time = 0; time < 3; time++) expect((await revoke(desk, id)).status).toBe(200)
  expect(await marks()).toEqual(before)
})

test('the session of another user is reported as missing, and the attempt is audited', async () => {
  const other = await signIn('auditor')
  const id = await currentId(other)
  const viewer = await signIn('viewer')
  const foreign = await revoke(viewer, id)
  const none = crypto.randomUUID()
  // Within the same minute the second attempt would only be counted.
  system.clock.offsetMs += 60_000
  const unknown = await revoke(viewer, none)
  expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
  expect([foreign.status, foreign.body.code]).toEqual([404, 'session_not_found'])
  expect((await refresh(other)).status).toBe(200)
  const { rows } = await system.pool.query(
    `SELECT action, resource_id, reason FROM audit_events
     WHERE actor_name = 'Joel Bautista' AND outcome = 'refused' ORDER BY id`,
  )
  const refused = { action: 'session.end', reason: 'session_not_found' }
  expect(rows).toEqual([
    { ...refused, resource_id: id },
    { ...refused, resource_id: none },
  ])
})

test('a malformed id is refused at its field', async () => {
  const { status, body } = await revoke(await signIn('glass'), 'nonsense')
  expect([status, body.errors?.[0]?.field]).toEqual([422, 'id'])
})

test('lists the temporary access of the caller alone, without the rest of the record', async () => {
  const policyId = await insertPolicy(system, ['tender:view'], 'Lookup viewing')
  const modules = ['Lookup']
  await giveTemporarily(system, await userIdOf(system, 'agent'), { policyId, modules })
  const listOf = (as: string) => system.call(api.account.temporaryAccess, {}, as)
  const { items } = await listOf('agent')
  expect(items).toEqual([
    {
      id: expect.any(String),
      role: null,
      policy: { name: 'Lookup viewing' },
      modules,
      until: expect.any(String),
      reason: 'Substitute',
      ticket_no: 'T-1',
      is_break_glass: false,
      granted_by: null,
    },
  ])
  expect(await listOf('viewer')).toEqual({ items: [] })
})
