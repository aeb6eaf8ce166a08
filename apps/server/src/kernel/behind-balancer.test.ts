import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPool, aToken } from '../testing/fake-cloud-pool.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { requestOf } from './served-apis.ts'

const SUB = 'c0ffee00-0000-4000-8000-0000000000b5'
const BALANCER = '10.1.2.3'
const FORWARDED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'backoffice.example' }
const PER_ADDRESS = 10
const upload = {
  body: { file_name: 'a.csv', content_type: 'text/csv', size: 10, category: 'SMAC_INQUIRY' },
} as const

let system: TestSystem
let authorization: string
beforeAll(async () => {
  system = await startTestSystem({ cloud: aPool().identity, trustedProxies: ['10.1.0.0/16', '127.0.0.1'] })
  await system.pool.query(`UPDATE users SET identity_sub = $1 WHERE email = 'agent@backoffice.test'`, [SUB])
  authorization = `Bearer ${aToken({ sub: SUB })}`
})
afterAll(() => system.stop())

const sign = (remoteAddress: string) =>
  system.app.inject({
    ...requestOf(api.files.presign, upload, { authorization, host: 'inside.example', ...FORWARDED }),
    remoteAddress,
  })

test('links of the local storage have the scheme and host that the balancer forwards', async () => {
  const { upload_url } = (await sign(BALANCER)).json().resource
  expect(upload_url).toMatch(/^https:\/\/backoffice\.example\/storage\//)
})

test('forwarded headers from any other address are ignored', async () => {
  const { upload_url } = (await sign('192.0.2.7')).json().resource
  expect(upload_url).toMatch(/^http:\/\/inside\.example\/storage\//)
})

test('HSTS is sent over HTTPS only', async () => {
  const header = async (remoteAddress: string) =>
    (await sign(remoteAddress)).headers['strict-transport-security']
  expect(await header(BALANCER)).toBe('max-age=31536000; includeSubDomains')
  expect(await header('192.0.2.7')).toBeUndefined()
})

test('the stream of events has the headers of every other reply', async () => {
  const address = await system.app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const { headers } = await fetch(`${address}/api/operations/file_tracker/events`, {
    headers: { authorization, 'x-forwarded-proto': 'https' },
    signal: leaving.signal,
  })
  leaving.abort()
  const other = (await sign(BALANCER)).headers
  for (const name of [
    'content-security-policy',
    'permissions-policy',
    'referrer-policy',
    'strict-transport-security',
    'x-content-type-options',
  ])
    expect([name, headers.get(name)]).toEqual([name, other[name]])
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
})

test('no reply sets a cookie', async () => {
  expect((await sign(BALANCER)).headers['set-cookie']).toBeUndefined()
})

test('limits by the address that the balancer reports, not by the one a browser claims', async () => {
  const limited = await startTestSystem({
    cloud: aPool().identity,
    trustedProxies: [BALANCER],
    callsPerMinute: PER_ADDRESS / 10,
  })
  let claimed = 0
  const call = async (seen: string, remoteAddress = BALANCER) => {
    const reply = await limited.app.inject({
      ...requestOf(api.access.getAccessPolicy, {}, { 'x-forwarded-for': `203.0.113.${claimed++}, ${seen}` }),
      remoteAddress,
    })
    return reply.statusCode
  }
  const statuses: number[] = []
  for (let sent = 0; sent <= PER_ADDRESS; sent++) statuses.push(await call('198.51.100.1'))
  expect(statuses).toEqual([...Array(PER_ADDRESS).fill(401), 429])
  expect(await call('198.51.100.2')).toBe(401)
  // A call past the balancer counts by its own address.
  for (let sent = 0; sent < PER_ADDRESS; sent++) await call('198.51.100.3', '192.0.2.9')
  expect(await call('198.51.100.4', '192.0.2.9')).toBe(429)
  await limited.stop()
})
