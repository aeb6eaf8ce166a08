import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { requestOf } from './served-apis.ts'

let system: TestSystem
let port: number
beforeAll(async () => {
  system = await startTestSystem({ bodyTimeoutMs: 1 })
  port = Number(new URL(await system.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => system.stop())

/** Sends a request whose body does not arrive, and reads until the server closes the connection. */
async function replyTo(method: string, path: string, headers: Record<string, string>): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const lines = Object.entries({ host: `127.0.0.1:${port}`, 'content-length': '20', ...headers })
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)]
  socket.write(`${head.join('\r\n')}\r\n\r\n{`)
  return text(socket)
}

test('a body that does not arrive in time is refused, and its connection is closed', async () => {
  const authorization = `Bearer ${await system.tokenOf('agent')}`
  const { method = '', url } = requestOf(api.views.create, {}, {})
  const calls = [
    replyTo(method, String(url), { authorization, 'content-type': 'application/json' }),
    replyTo('POST', '/idp/', { 'content-type': 'application/x-amz-json-1.1' }),
  ]
  for (const reply of await Promise.all(calls)) {
    expect(reply).toMatch(/^HTTP\/1\.1 408 /)
    expect(reply).toContain('"code":"request_timeout"')
    expect(reply.toLowerCase()).toContain('connection: close')
  }
})
