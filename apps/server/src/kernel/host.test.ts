import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPool, aToken } from '../testing/fake-cloud-pool.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { requestOf } from './served-apis.ts'

const SUB = 'c0ffee00-0000-4000-8000-0000000000a4'
const MALFORMED = [
  ...[' ', 'a b', 'localhost evil.example', 'localhost\tevil.example'],
  ...['localhost/evil', '//evil.example', 'localhost\\evil', 'localhost?evil', 'localhost#evil'],
  ...['user@localhost', 'user:password@localhost', 'localhost:3000@evil.example', 'http://localhost'],
  ...['localhost:', 'localhost:0', 'localhost:65536', 'localhost:-1', 'localhost:80a', 'localhost:1:2'],
  ...[':3000', '.', '..', 'a..b', '.localhost', '-a.example', 'a-.example', '%6cocalhost', 'löcal'],
  ...['[::1', '::1', '[::1]a', '[localhost]', '[::g]', '[1:2]', '1.2.3.999', `${'a'.repeat(64)}.example`],
  ...[`${'a.'.repeat(150)}example`, "localhost'", 'localhost"', '<localhost>', 'localhost;a', 'a=b'],
]
const FOREIGN = ['evil.example', 'evil.example:3000', 'a_b.c-d.example.', '10.0.0.7:1', '[2001:db8::1]:443']

const upload = {
  body: { file_name: 'a.csv', content_type: 'text/csv', size: 10, category: 'SMAC_INQUIRY' },
} as const

describe.each(['embedded', 'cloud'] as const)('with the %s identity', (mode) => {
  let system: TestSystem
  let authorization: string
  let port: number
  beforeAll(async () => {
    system = await startTestSystem({
      ...(mode === 'cloud' && { cloud: aPool().identity }),
      limits: { uploadsAtOnce: 100 },
    })
    port = Number(new URL(await system.app.listen({ port: 0, host: '127.0.0.1' })).port)
    if (mode === 'cloud')
      await system.pool.query(`UPDATE users SET identity_sub = $1 WHERE email = 'agent@backoffice.test'`, [
        SUB,
      ])
    authorization = `Bearer ${mode === 'cloud' ? aToken({ sub: SUB }) : await system.tokenOf('agent')}`
  })
  afterAll(() => system.stop())

  const sign = (headers: Record<string, string>) =>
    system.app.inject(requestOf(api.files.presign, upload, { authorization, ...headers }))

  /** Status of the reply to these exact bytes. */
  async function raw(...lines: string[]) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.end(`GET /health/live HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
    const reply = await text(socket)
    return Number(reply.split(' ')[1])
  }

  test.each(MALFORMED)('rejects %j as Host', async (host) => {
    expect(await raw(`Host: ${host}`)).toBe(400)
    for (const headers of [{ host }, { host: 'localhost', 'x-forwarded-host': host }]) {
      const reply = await sign(headers)
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'bad_host'])
      expect(reply.json().resource).toBeUndefined()
    }
  })

  test('rejects several Host headers, none, and a folded one', async () => {
    expect(await raw('Host: localhost', 'Host: localhost')).toBe(400)
    expect(await raw('Host: localhost', 'Host: evil.example')).toBe(400)
    expect(await raw('Host: localhost, evil.example')).toBe(400)
    expect(await raw('Host:')).toBe(400)
    expect(await raw('Accept: */*')).toBe(400)
    expect(await raw('Host: localhost\rX-Other: 1')).toBe(400)
    expect(await raw('Host: localhost', ' evil.example')).toBe(400)
    expect(await raw('Host: localhost\0.evil.example')).toBe(400)
  })

  test.each(FOREIGN)('accepts %s as a valid name, if allowed for this machine', async (host) => {
    const status = mode === 'cloud' ? 200 : 421
    expect([await raw(`Host: ${host}`), (await sign({ host })).statusCode]).toEqual([status, status])
  })

  test('links use the Host header and ignore forwarded headers', async () => {
    for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000', ...(mode === 'cloud' ? FOREIGN : [])]) {
      const forwarded = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' }
      const { upload_url } = (await sign({ host, ...forwarded })).json().resource
      expect(upload_url.startsWith(`http://${host}/storage/`)).toBe(true)
    }
  })

  test('rejects an invalid forwarded protocol', async () => {
    for (const proto of ['', 'java script', 'http://', 'https,', 'https://evil.example/'])
      expect([proto, (await sign({ 'x-forwarded-proto': proto })).statusCode]).toEqual([proto, 400])
    expect((await sign({ 'x-forwarded-proto': 'https, http' })).statusCode).toBe(200)
  })
})
