import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestOf } from '../../kernel/served-apis.ts'
import { giveAccess, userIdOf } from '../../testing/access.ts'
import { signIn, startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let id: string
beforeAll(async () => {
  system = await startTestSystem()
  id = await userIdOf(system, 'agent')
})
afterAll(() => system.stop())

const sessionsOf = async (of = id) =>
  (await system.call(api.users.sessions, { params: { id: of } }, 'admin')).items
const end = (session_id: string, of = id) => ({ params: { id: of }, body: { session_id } })

async function statusOf(token: string) {
  const headers = { authorization: `Bearer ${token}` }
  return (await system.app.inject(requestOf(api.access.getAccessPolicy, {}, headers))).statusCode
}

function sessionIdIn(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return (claims as { origin_jti: string }).origin_jti
}

test('one session ends at its next call and at the provider; the others continue', async () => {
  const [first, second] = [
    await signIn(system.identity, 'agent@backoffice.test'),
    await signIn(system.identity, 'agent@backoffice.test'),
  ]
  const session_id = sessionIdIn(first)
  expect((await sessionsOf()).find((each) => each.id === session_id)).toMatchObject({ address: '127.0.0.1' })
  expect(await system.call(api.users.endSession, end(session_id), 'admin')).toEqual({ id: session_id })
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  expect((await sessionsOf()).map((each) => each.id)).not.toContain(session_id)
  await system.call(api.users.endSession, end(session_id), 'admin')
  const { rows } = await system.pool.query(
    "SELECT resource_id FROM audit_events WHERE action = 'user.end-session' AND outcome = 'done'",
  )
  expect(rows).toEqual([{ resource_id: id }])
})

test('a session of another user, of a more powerful one, or without the permission stays', async () => {
  const token = await signIn(system.identity, 'agent@backoffice.test')
  const session_id = sessionIdIn(token)
  const auditor = await userIdOf(system, 'auditor')
  expect(await system.expectProblem(api.users.endSession, end(session_id, auditor), 'admin')).toMatchObject({
    code: 'session_not_found',
  })
  await giveAccess(system, 'viewer', ['Users'], ['user:update-status', 'user:view'])
  const admin = sessionIdIn(await signIn(system.identity, 'admin@backoffice.test'))
  const attempt = end(admin, await userIdOf(system, 'admin'))
  expect(await system.expectProblem(api.users.endSession, attempt, 'viewer')).toMatchObject({ status: 403 })
  expect((await sessionsOf(await userIdOf(system, 'admin'))).map((each) => each.id)).toContain(admin)
  await giveAccess(system, 'viewer', ['Users'], ['user:view'])
  expect(await system.expectProblem(api.users.endSession, end(session_id), 'viewer')).toMatchObject({
    code: 'access_denied',
  })
  expect(await statusOf(token)).toBe(200)
})

test('sessions that have lost access are not listed, also before the provider has ended them', async () => {
  const viewer = await userIdOf(system, 'viewer')
  await signIn(system.identity, 'viewer@backoffice.test')
  expect(await sessionsOf(viewer)).not.toEqual([])
  await system.call(api.users.endSessions, { params: { id: viewer } }, 'admin')
  expect(await sessionsOf(viewer)).toEqual([])
})
