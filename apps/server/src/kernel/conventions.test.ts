import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

type Method = Exclude<InjectOptions['method'], undefined>

async function send(method: Method, url: string, rest: Omit<InjectOptions, 'method' | 'url'> = {}) {
  const headers = { authorization: `Bearer ${await system.tokenOf('admin')}`, ...rest.headers }
  return system.app.inject({ method, url, ...rest, headers })
}

describe('an unknown address', () => {
  test.each<[Method, string]>([
    ['GET', '/api/user/unknown/path'],
    ['GET', '/api/user/foo'],
    ['DELETE', '/api/user/role/foo'],
    ['POST', '/api/user/delete/foo'],
    ['GET', '/api/operations/cases/C-1'],
    ['GET', '/api/operations/lookup/tenders/foo'],
    ['PUT', '/api/user/foo'],
    ['GET', '/api/nothing'],
  ])('%s %s is not found', async (method, url) => {
    const reply = await send(method, url)
    expect(reply.headers['content-type']).toMatch('application/problem+json')
    expect([reply.statusCode, reply.json()]).toMatchObject([404, { code: 'not_found' }])
  })

  test.each<[Method, string, string]>([
    ['PUT', '/api/user/role', 'GET, HEAD, POST'],
    ['PATCH', '/api/user/role', 'GET, HEAD, POST'],
    ['GET', '/api/user/reset-password', 'PATCH'],
    ['DELETE', '/api/user/policy/policy-action:all', 'GET, HEAD'],
    ['GET', '/api/user', 'POST'],
    ['PUT', '/api/user/00000000-0000-4000-8000-000000000000?x=1', 'GET, HEAD, PATCH'],
    ['GET', '/api/operations/terminal_id/upsert/', 'POST'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['GET', '/idp', 'POST'],
  ])('%s %s names the methods %s', async (method, url, allow) => {
    const reply = await send(method, url)
    expect(reply.headers['content-type']).toMatch('application/problem+json')
    expect([reply.statusCode, reply.json()]).toMatchObject([405, { code: 'method_not_allowed' }])
    expect(reply.headers.allow).toBe(allow)
    expect(reply.json().detail).toContain(allow)
  })

  test('is refused for its caller first where an endpoint takes the method', async () => {
    const anonymous = await system.app.inject('/api/user/foo')
    expect(anonymous.statusCode).toBe(401)
    const authorization = `Bearer ${await system.tokenOf('agent')}`
    const denied = await system.app.inject({
      method: 'DELETE',
      url: '/api/user/role/foo',
      headers: { authorization },
    })
    expect(denied.statusCode).toBe(403)
  })
})

describe('a call', () => {
  test('may have an escaped colon in its path', async () => {
    for (const url of ['/api/user/policy/policy-action%3Aall', '/api/user/policy/policy-action%3aall?x=%3A'])
      expect((await send('GET', url)).statusCode).not.toBe(404)
  })

  test('works with and without a trailing slash', async () => {
    for (const url of ['/api/user', '/api/user/', '/api/user/list', '/api/user/list/']) {
      const reply = await send('POST', url, { payload: { unknown: 1 } })
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 422, 'invalid'])
    }
  })

  test('without a body may have the content type of JSON', async () => {
    const headers = { 'content-type': 'application/json' }
    const deleted = await send('DELETE', `/api/user/role/${crypto.randomUUID()}`, {
      headers: { ...headers, 'if-match': '"1"' },
    })
    expect([deleted.statusCode, deleted.json().code]).toEqual([404, 'not_found'])
    const url = '/api/operations/terminal_id/upsert/?terminal_id=x'
    const upserted = await send('POST', url, { headers, payload: '' })
    expect([upserted.statusCode, upserted.json().code]).toEqual([422, 'invalid'])
    const created = await send('POST', '/api/user', { headers, payload: '' })
    expect([created.statusCode, created.json().detail]).toEqual([
      422,
      'Not accepted: body: The body is missing: send a JSON object',
    ])
  })

  test.each(['bearer', 'BEARER', 'Bearer '])('accepts the scheme “%s”', async (scheme) => {
    const authorization = `${scheme} ${await system.tokenOf('admin')}`
    expect((await send('GET', '/api/user/role', { headers: { authorization } })).statusCode).toBe(200)
  })

  test.each([
    ['', 'Bearer realm="backoffice"'],
    ['Basic YTpi', 'Bearer realm="backoffice"'],
    ['Bearer nonsense', 'Bearer realm="backoffice", error="invalid_token"'],
  ])('with the authorization “%s” is challenged', async (authorization, challenge) => {
    const reply = await send('GET', '/api/user/role', { headers: { authorization } })
    expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, challenge])
  })
})
