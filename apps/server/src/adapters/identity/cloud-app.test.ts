import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestOf } from '../../kernel/served-apis.ts'
import { aPool, aToken, POOL } from '../../testing/fake-cloud-pool.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const SUB = 'c0ffee00-0000-4000-8000-000000000001'
let system: TestSystem
let dist: string
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'backoffice-cloud-'))
  await mkdir(join(dist, 'pages'))
  await writeFile(join(dist, 'pages/app.html'), '<script id="config">__RUNTIME_CONFIG__</script>')
  system = await startTestSystem({ cloud: aPool().identity, webDist: dist })
  await system.pool.query(`UPDATE users SET identity_sub = $1 WHERE email = 'agent@backoffice.test'`, [SUB])
})
afterAll(async () => {
  await system.stop()
  await rm(dist, { recursive: true })
})

async function send(endpoint: Endpoint, input: object, token = aToken({ sub: SUB })) {
  const reply = await system.app.inject(requestOf(endpoint, input, { authorization: `Bearer ${token}` }))
  return { status: reply.statusCode, body: reply.json() }
}

test('the page has the pool id and a CSP that allows only the pool and this origin', async () => {
  const reply = await system.app.inject('/operational_dashboard')
  const config = JSON.parse(/>(.*)<\/script>/.exec(reply.body)?.[1] ?? '')
  expect(config.identity).toEqual({
    userPoolId: POOL.id,
    userPoolClientId: POOL.clientId,
    endpoint: null,
  })
  const directives = String(reply.headers['content-security-policy']).split(';')
  const elsewhere = directives.filter((directive) => directive.includes('http'))
  expect(elsewhere).toEqual(["connect-src 'self' https://cognito-idp.ap-southeast-1.amazonaws.com"])
})

test('accepts any host name with a cloud pool, only loopback names with the embedded provider', async () => {
  const call = { url: '/health/live', headers: { host: 'backoffice.northline.example' } }
  expect((await system.app.inject(call)).statusCode).toBe(200)
  const embedded = await startTestSystem()
  try {
    expect((await embedded.app.inject(call)).statusCode).toBe(421)
  } finally {
    await embedded.stop()
  }
})

test('with the embedded provider the CSP allows only this origin', async () => {
  const embedded = await startTestSystem()
  try {
    const { headers } = await embedded.app.inject('/health/ready')
    expect(String(headers['content-security-policy']).split(';')).toContain("connect-src 'self'")
    expect(headers['content-security-policy']).not.toContain('http')
  } finally {
    await embedded.stop()
  }
})

test('the routes of the embedded provider and the outbox do not exist', async () => {
  const sent = await system.app.inject({ method: 'POST', url: '/idp/', payload: '{}' })
  expect([sent.statusCode, (await system.app.inject('/dev/outbox')).statusCode]).toEqual([404, 404])
})

test('a token of the pool identifies the user; disabling takes effect on the next call', async () => {
  const call = () => send(api.access.getAccessPolicy, {})
  expect(await call()).toMatchObject({ status: 200 })
  const set = (status: string) =>
    system.pool.query('UPDATE users SET status = $1 WHERE identity_sub = $2', [status, SUB])
  await set('DISABLED')
  expect(await call()).toMatchObject({ status: 401, body: { code: 'user_disabled' } })
  await set('ACTIVE')
  expect(await call()).toMatchObject({ status: 200 })
  const unknown = aToken({ sub: 'c0ffee00-0000-4000-8000-00000000000f' })
  expect(await send(api.access.getAccessPolicy, {}, unknown)).toMatchObject({
    status: 401,
    body: { code: 'user_unknown' },
  })
})

test('a token of the embedded provider is rejected', async () => {
  const token = await system.tokenOf('viewer')
  expect((await send(api.access.getAccessPolicy, {}, token)).status).toBe(401)
})

test('the list of sessions is not available, and no session can be ended', async () => {
  expect(await send(api.account.listSessions, {})).toEqual({
    status: 200,
    body: { resource: { is_available: false, items: [] } },
  })
  expect(await send(api.account.endSession, { body: { id: SUB } })).toMatchObject({
    status: 404,
    body: { code: 'sessions_not_available' },
  })
})

test('all sessions of a user end together; a later sign-in is valid', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const tokenOf = (origin_jti: string, auth_time: number) => aToken({ sub: SUB, origin_jti, auth_time })
  const call = async (token: string) => {
    const { status, body } = await send(api.access.getAccessPolicy, {}, token)
    return status === 200 ? 'accepted' : body.detail
  }
  // The pool's clock may be slightly ahead.
  const here = tokenOf('here', now + 5)
  const there = tokenOf('there', now - 3_000)
  expect([await call(here), await call(there)]).toEqual(['accepted', 'accepted'])
  expect(await send(api.account.endAllSessions, {}, here)).toEqual({
    status: 200,
    body: { resource: { ended: true } },
  })
  const refused = 'Access Token has been revoked'
  expect([await call(here), await call(there)]).toEqual([refused, refused])
  expect(await call(tokenOf('again', Math.floor(Date.now() / 1_000)))).toBe('accepted')
  expect(await call(aToken({ sub: SUB, auth_time: undefined }))).toBe(refused)
})

test('after a password change earlier sign-ins are revoked, except the current session', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const [here, there] = [
    aToken({ sub: SUB, origin_jti: 'new', auth_time: now + 60 }),
    aToken({ sub: SUB, origin_jti: 'old', auth_time: now + 59 }),
  ]
  expect((await send(api.account.endOtherSessions, {}, here)).status).toBe(200)
  const states = await Promise.all([here, there].map((token) => send(api.access.getAccessPolicy, {}, token)))
  expect(states.map(({ status }) => status)).toEqual([200, 401])
})
