import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from './client.ts'

let requests: number
let heard: (number | 'nothing')[]

beforeEach(() => {
  vi.useFakeTimers()
  requests = 0
  heard = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Answer = (signal: AbortSignal) => Promise<Response>

function client(answer: Answer) {
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    requests += 1
    return answer(signal)
  })
  return createClient({
    timeoutMs: 20_000,
    answered: (status) => heard.push(status),
    unanswered: () => heard.push('nothing'),
  })
}

const status =
  (code: number): Answer =>
  async () =>
    Response.json({ detail: 'no' }, { status: code })

const silent: Answer = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** Runs whatever waits there are. */
async function settled<T>(promise: Promise<T>): Promise<T | Error> {
  const outcome = promise.catch((error: Error) => error)
  await vi.runAllTimersAsync()
  return outcome
}

const RETRIED = [408, 409, 425, 429, 500, 502, 503, 504]
const WRITES = ['POST', 'PATCH', 'PUT', 'DELETE']
const ERRORS = Array.from({ length: 200 }, (_, index) => 400 + index)

test('of 400 to 599, all are errors, and a GET is sent twice for eight of them', async () => {
  const twice: number[] = []
  for (const code of ERRORS) {
    requests = 0
    const error = await settled(client(status(code))('/x', { method: 'GET' }))
    expect(error).toMatchObject({ name: 'FetchError', status: code, data: { detail: 'no' } })
    if (requests === 2) twice.push(code)
    else expect(requests).toBe(1)
  }
  expect(twice).toEqual(RETRIED)
})

test.each(WRITES)('a %s is sent once, whatever comes back', async (method) => {
  for (const code of RETRIED) {
    requests = 0
    await settled(client(status(code))('/x', { method, body: {} }))
    expect(requests).toBe(1)
  }
  requests = 0
  await settled(client(() => Promise.reject(new TypeError('Failed to fetch')))('/x', { method, body: {} }))
  expect(requests).toBe(1)
})

test('without any answer a GET is sent twice', async () => {
  const error = await settled(client(() => Promise.reject(new TypeError('Failed to fetch')))('/x'))
  expect(error).toMatchObject({ name: 'FetchError', status: undefined })
  expect(requests).toBe(2)
  expect(heard).toEqual(['nothing', 'nothing'])
})

test('the second try waits a moment, as long as the server says, and its answer counts', async () => {
  const answers = [new Response(null, { status: 503, headers: { 'retry-after': '4' } }), Response.json(7)]
  const reply = client(async () => answers[requests - 1] ?? Response.error())('/x')
  await vi.advanceTimersByTimeAsync(4_199)
  expect(requests).toBe(1)
  await vi.advanceTimersByTimeAsync(101)
  expect(requests).toBe(2)
  expect(await reply).toBe(7)
  expect(heard).toEqual([503, 200])
})

test('an answer that never comes is given up, twice, each in its own time', async () => {
  const error = settled(client(silent)('/x'))
  expect(await error).toMatchObject({ name: 'FetchError', cause: { name: 'TimeoutError' } })
  expect(requests).toBe(2)
  expect(heard).toEqual(['nothing', 'nothing'])
})

test('an answer that stops half way is given up too', async () => {
  const half = () =>
    Promise.resolve({ status: 200, arrayBuffer: () => Promise.reject(new TypeError('terminated')) })
  // As much of a response as is read of it.
  const error = await settled(client(half as unknown as Answer)('/x', { method: 'POST' }))
  expect(error).toMatchObject({ name: 'FetchError', status: undefined })
})

test('what is called off is not sent again and says nothing about the server', async () => {
  const stop = new AbortController()
  const error = settled(client(silent)('/x', { signal: stop.signal }))
  stop.abort()
  expect(await error).toMatchObject({ cause: { name: 'AbortError' } })
  expect(requests).toBe(1)
  expect(heard).toEqual([])
})
