import { once } from 'node:events'
import { request } from 'node:http'
import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LocalStorage } from '../adapters/storage/local-storage.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { requestOf } from './served-apis.ts'

let system: TestSystem
let authorization: string
let listening: Promise<string>
beforeAll(async () => {
  system = await startTestSystem()
  listening = system.app.listen({ port: 0, host: '127.0.0.1' })
  authorization = `Bearer ${await system.tokenOf('agent')}`
})
afterAll(() => system.stop())

const REQUESTS = [
  ['a reply of an API', () => requestOf(api.access.getAccessPolicy, {}, { authorization })],
  ['a refusal', () => requestOf(api.access.getAccessPolicy, {}, {})],
  ['an unknown path', () => ({ url: '/nothing' })],
  ['an invalid link', () => ({ url: '/storage/results/a/result.csv' })],
  ['a health check', () => ({ url: '/health/live' })],
  ['the description of the APIs', () => ({ url: '/api/docs' })],
] as const

test.each(REQUESTS)('%s has the security headers', async (_, input) => {
  const { headers } = await system.app.inject(input())
  const policy = String(headers['content-security-policy'])
  for (const directive of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "frame-src 'none'",
  ])
    expect(policy).toContain(directive)
  expect(policy).not.toContain('unsafe-eval')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['content-type']).toMatch(/^(application\/(problem\+)?json|text\/html)/)
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test.each(REQUESTS.slice(0, 2))('%s is not cached', async (_, input) => {
  expect((await system.app.inject(input())).headers['cache-control']).toBe('no-store')
})

class StorageElsewhere extends LocalStorage {
  override readonly browserOrigin = 'https://files.example'
}

test('pages may connect to the file storage, download from it, and use no other host', async () => {
  const other = await startTestSystem({ createStorage: (...options) => new StorageElsewhere(...options) })
  const { headers } = await other.app.inject('/health/live')
  const directives = String(headers['content-security-policy']).split(';')
  expect(directives.filter((directive) => directive.includes('http'))).toEqual([
    "connect-src 'self' https://files.example",
    'frame-src https://files.example',
  ])
  await other.stop()
})

test.each(['TRACE', 'PROPFIND'])('rejects %s', async (method) => {
  const { port } = new URL(await listening)
  const sent = request({ port, host: '127.0.0.1', method, path: '/' })
  sent.end()
  const [reply] = await once(sent, 'response')
  expect([400, 404, 405]).toContain(reply.statusCode)
  reply.resume()
})
