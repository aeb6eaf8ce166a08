import { afterEach, expect, test, vi } from 'vitest'
import { type FirstResponse, takeFirstResponse } from './first-requests.ts'

const own: FirstResponse = {
  url: '/api/operations/list',
  method: 'POST',
  body: '{"page":1}',
  authorization: 'Bearer own',
  atMs: Date.now(),
  reply: Promise.resolve(new Response('own')),
}
const call = { method: 'POST', body: '{"page":1}', headers: new Headers({ authorization: 'Bearer own' }) }

function firstResponses(...all: FirstResponse[]) {
  vi.stubGlobal('window', { firstResponses: all })
}
afterEach(() => vi.unstubAllGlobals())

test('takes the reply of a first request once', async () => {
  firstResponses({ ...own, url: '/api/operations/other' }, own)
  expect(takeFirstResponse(own.url, call)).toBe(own.reply)
  expect(takeFirstResponse(own.url, call)).toBeUndefined()
})

test.each([
  ['of another URL', '/api/operations/list?page=2', call],
  ['of another method', own.url, { ...call, method: 'GET' }],
  ['with another body', own.url, { ...call, body: '{"page":2}' }],
  ['without a body', own.url, { ...call, body: null }],
  ['with another token', own.url, { ...call, headers: { authorization: 'Bearer renewed' } }],
  ['without a token', own.url, { method: 'POST', body: call.body }],
])('a call %s takes no reply of a first request', (_what, url, init) => {
  firstResponses(own)
  expect(takeFirstResponse(url, init)).toBeUndefined()
})

test('does not take a stale reply, or any reply outside a page', () => {
  firstResponses({ ...own, atMs: Date.now() - 11_000 })
  expect(takeFirstResponse(own.url, call)).toBeUndefined()
  vi.unstubAllGlobals()
  expect(takeFirstResponse(own.url, call)).toBeUndefined()
})
