import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'

let system: TestSystem
let port = 0
beforeAll(async () => {
  system = await startTestSystem()
  port = Number(new URL(await system.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => system.stop())

async function send(request: string) {
  const socket = connect(port, '127.0.0.1')
  socket.end(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head, problem: JSON.parse(body) as object }
}

test('a call that takes too long to arrive is retryable', async () => {
  const arrived = once(system.app.server, 'connection')
  const socket = connect(port, '127.0.0.1')
  const [accepted] = await arrived
  const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  system.app.server.emit('clientError', error, accepted)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/)
})

test.each([
  ['oversized headers', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['an oversized address', `GET /?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`, 431],
  ['a request that is not HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
    400,
  ],
])('replies to %s with a problem document', async (_what, request, status) => {
  const { head, problem } = await send(request)
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('application/problem+json')
  expect(problem).toMatchObject({ status, code: expect.any(String), request_id: expect.any(String) })
})
