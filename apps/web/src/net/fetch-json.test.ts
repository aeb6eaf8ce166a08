import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchJson, retryAfterMs, retryDelayMs } from './fetch-json.ts'

let requests = 0
let reports: (number | 'no-reply')[]

beforeEach(() => {
  vi.useFakeTimers()
  requests = 0
  reports = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Responder = (signal: AbortSignal) => Promise<Response>

function client(respond: Responder) {
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    requests += 1
    return respond(signal)
  })
  const onReply = (status: number) => reports.push(status)
  const onNoReply = () => reports.push('no-reply')
  return (url: string, init: RequestInit = {}) =>
    fetchJson(url, { ...init, timeoutMs: 20_000, onReply, onNoReply })
}

const status =
  (code: number): Responder =>
  async () =>
    Response.json({ detail: 'no' }, { status: code })

const silent: Responder = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** Runs all timers. */
async function settled<T>(promise: Promise<T>): Promise<T | Error> {
  const outcome = promise.catch((error: Error) => error)
  await vi.runAllTimersAsync()
  return outcome
}

const RETRIED = [408, 409, 425, 429, 500, 502, 503, 504]
const WRITES = ['POST', 'PATCH', 'PUT', 'DELETE']
const ERRORS = Array.from({ length: 200 }, (_, index) => 400 + index)

test('statuses 400 to 599 are errors, and a GET is sent twice for eight of them', async () => {
  const twice: number[] = []
  for (const code of ERRORS) {
    requests = 0
    const error = await settled(client(status(code))('/x', { method: 'GET' }))
    expect(error).toMatchObject({ name: 'FetchError', response: { status: code }, data: { detail: 'no' } })
    if (requests === 2) twice.push(code)
    else expect(requests).toBe(1)
  }
  expect(twice).toEqual(RETRIED)
})

test.each(WRITES)('a %s is sent once, for any reply', async (method) => {
  for (const code of RETRIED) {
    requests = 0
    await settled(client(status(code))('/x', { method, body: '{}' }))
    expect(requests).toBe(1)
  }
  requests = 0
  await settled(client(() => Promise.reject(new TypeError('Failed to fetch')))('/x', { method, body: '{}' }))
  expect(requests).toBe(1)
})

test('a GET without a reply is sent twice', async () => {
  const error = await settled(client(() => Promise.reject(new TypeError('Failed to fetch')))('/x'))
  expect(error).toMatchObject({ name: 'FetchError', response: undefined })
  expect(requests).toBe(2)
  expect(reports).toEqual(['no-reply', 'no-reply'])
})

test('the second try waits for the requested time, and its reply counts', async () => {
  const replies = [new Response(null, { status: 503, headers: { 'retry-after': '4' } }), Response.json(7)]
  const reply = client(async () => replies[requests - 1] ?? Response.error())('/x')
  await vi.advanceTimersByTimeAsync(4_199)
  expect(requests).toBe(1)
  await vi.advanceTimersByTimeAsync(101)
  expect(requests).toBe(2)
  expect(await reply).toEqual({ status: 200, data: 7 })
  expect(reports).toEqual([503, 200])
})

test('both tries of a request without a reply time out separately', async () => {
  const error = settled(client(silent)('/x'))
  expect(await error).toMatchObject({ name: 'FetchError', cause: { name: 'TimeoutError' } })
  expect(requests).toBe(2)
  expect(reports).toEqual(['no-reply', 'no-reply'])
})

test('an incomplete body is an error', async () => {
  const half = () =>
    Promise.resolve({ status: 200, arrayBuffer: () => Promise.reject(new TypeError('terminated')) })
  // The part of a response that is read.
  const error = await settled(client(half as unknown as Responder)('/x', { method: 'POST' }))
  expect(error).toMatchObject({ name: 'FetchError', response: undefined })
})

test('an aborted request is not sent again and reports nothing about the server', async () => {
  const stop = new AbortController()
  const error = settled(client(silent)('/x', { signal: stop.signal }))
  stop.abort()
  expect(await error).toMatchObject({ cause: { name: 'AbortError' } })
  expect(requests).toBe(1)
  expect(reports).toEqual([])
})

const nowMs = Date.parse('2026-11-20T09:00:00Z')

test.each([
  ['3', 3_000],
  ['0', 0],
  [' 7 ', 7_000],
  ['Fri, 20 Nov 2026 09:00:05 GMT', 5_000],
  ['Friday, 20-Nov-26 09:00:05 GMT', 5_000],
  ['Fri, 20 Nov 2026 08:00:00 GMT', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['2026', 2_026_000],
  ['Soon, perhaps', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After “%s” is %s ms', (header, expected) => {
  expect(retryAfterMs(header, nowMs)).toBe(expected)
})

const response = (status: number, retryAfter?: string) =>
  new Response(null, { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } })

test.each([
  ['no reply', undefined, 200],
  ['500', response(500), 200],
  ['500, whose header does not count', response(500, '3'), 200],
  ['503', response(503), 200],
  ['503 with 3 s', response(503, '3'), 3_200],
  ['429 with 3 s', response(429, '3'), 3_200],
  ['429 with a date', response(429, 'Fri, 20 Nov 2026 09:00:05 GMT'), 5_200],
  ['503 with an hour', response(503, '3600'), 10_000],
])('after %s', (_, reply, expected) => {
  expect(retryDelayMs(reply, nowMs, 0)).toBe(expected)
  expect(retryDelayMs(reply, nowMs, 1)).toBe(Math.min(10_000, expected + 100))
})
