import { accountEndpoints } from '@backoffice/contract/account'
import { fileEndpoints } from '@backoffice/contract/files'
import { userEndpoints } from '@backoffice/contract/users'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Authorizer } from './call.ts'

// A separate copy, because the test files of a worker share modules, and the first authorizer stays.
vi.resetModules()
const { call, setAuthorizer } = await import('./call.ts')
const { setInterruption } = await import('./interruptions.ts')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Runs all timers. */
async function settled<T>(promise: Promise<T>): Promise<T | Error> {
  const outcome = promise.catch((error: Error) => error)
  await vi.runAllTimersAsync()
  return outcome
}

const refusal = (detail: string) =>
  Response.json(
    { code: 'x', detail },
    { status: 401, headers: { 'content-type': 'application/problem+json' } },
  )

/** Returns these responses in turn, and collects the sent tokens. */
function serverReturning(...responses: Response[]) {
  const tokens: (string | null)[] = []
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent: JSON.stringify({ userApi: '/api/user', operationsApi: '/api' }) }),
  })
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    tokens.push(new Headers(headers).get('authorization'))
    return responses.shift() ?? Response.error()
  })
  return tokens
}

const session = {
  getToken: vi.fn<Authorizer['getToken']>(),
  refreshToken: vi.fn<Authorizer['refreshToken']>(),
  endSessionIfOver: vi.fn<Authorizer['endSessionIfOver']>(),
  isInterrupted: vi.fn<Authorizer['isInterrupted']>(),
}
setAuthorizer(session)
beforeEach(() => {
  session.getToken.mockResolvedValue('old')
  session.refreshToken.mockResolvedValue('new')
  session.endSessionIfOver.mockReturnValue(false)
  session.isInterrupted.mockReturnValue(false)
})
const read = () => call(accountEndpoints.listSessions, {})
const write = () => call(accountEndpoints.endSession, { body: { id: '1' } })
const ok = () => Response.json({ resource: 7 })

test('a call before the session is registered waits for it and sends its token', async () => {
  vi.resetModules()
  const fresh = await import('./call.ts')
  const tokens = serverReturning(ok())
  const reply = fresh.call(accountEndpoints.listSessions, {})
  await vi.advanceTimersByTimeAsync(1_000)
  expect(tokens).toEqual([])
  fresh.setAuthorizer(session)
  expect(await reply).toBe(7)
  expect(tokens).toEqual(['Bearer old'])
})

test.each([
  ['read', read, 20_000, undefined],
  ['write', write, 60_000, expect.stringMatching(/^[0-9a-f-]{36}$/)],
])('a %s without a reply times out', async (_, send, timeoutMs, requestId) => {
  serverReturning()
  const hang = (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  vi.stubGlobal('fetch', hang)
  vi.stubGlobal('navigator', { onLine: true })
  const began = Date.now()
  const ended = send().then(
    () => undefined,
    (error: Error) => ({ error, afterMs: Date.now() - began }),
  )
  await vi.advanceTimersByTimeAsync(3 * timeoutMs)
  const failure = await ended
  expect(failure?.error).toMatchObject({ code: 'timeout', requestId })
  // A read is sent twice, at most a second apart.
  const tries = send === read ? 2 : 1
  expect(failure?.afterMs).toBeGreaterThanOrEqual(tries * timeoutMs)
  expect(failure?.afterMs).toBeLessThan(tries * timeoutMs + 1_000)
})

test('sends nothing without a token or if the token takes too long', async () => {
  const tokens = serverReturning()
  session.getToken.mockResolvedValueOnce('')
  await expect(read()).rejects.toMatchObject({ name: 'ApiError', status: 401 })
  session.getToken.mockReturnValueOnce(new Promise(() => undefined))
  expect(await settled(write())).toMatchObject({
    code: 'timeout',
    message: expect.not.stringMatching(/may not/),
  })
  expect(tokens).toEqual([])
})

test('lists repeat their name in the query, objects are JSON, and undefined values are left out', async () => {
  let url = ''
  serverReturning()
  vi.stubGlobal('fetch', async (requested: string) => {
    url = requested
    return ok()
  })
  await call(fileEndpoints.list, {
    query: {
      sort: ['rows:asc', 'size:desc'],
      search: 'ana & co',
      filters: { rows: { from: '1' } },
      page: undefined,
    },
  })
  expect(url).toBe(
    '/api/file_tracker?sort=rows%3Aasc&sort=size%3Adesc&search=ana+%26+co&filters=%7B%22rows%22%3A%7B%22from%22%3A%221%22%7D%7D',
  )
})

test('a body that is not JSON is a separate error', async () => {
  serverReturning(new Response('<html>'))
  await expect(read()).rejects.toMatchObject({ name: 'ApiError', status: 200 })
})

test('sends a read again with the refreshed token if its token is refused', async () => {
  const tokens = serverReturning(refusal('Token expired'), ok())
  expect(await read()).toBe(7)
  expect(tokens).toEqual(['Bearer old', 'Bearer new'])
  expect(session.refreshToken).toHaveBeenLastCalledWith('old')
})

test('does not send a write again if its token is refused', async () => {
  const tokens = serverReturning(refusal('Token expired'), ok())
  await expect(write()).rejects.toMatchObject({ status: 401, code: 'session_renewed' })
  expect(tokens).toEqual(['Bearer old'])
})

test.each([
  ['the refused call', [refusal('Token expired')]],
  ['its second try', [refusal('Token expired'), refusal('User is disabled.')]],
])('%s can end the session', async (_, responses) => {
  serverReturning(...responses)
  const last = responses.length === 1 ? 'old' : 'new'
  session.endSessionIfOver.mockImplementation((_message, token) => token === last)
  await expect(read()).rejects.toMatchObject({ status: 401, code: 'x' })
})

test('a write interrupted by the end of the session reports that it was not sent', async () => {
  serverReturning(refusal('User is disabled.'))
  session.endSessionIfOver.mockReturnValue(true)
  session.isInterrupted.mockReturnValue(true)
  await expect(write()).rejects.toMatchObject({ code: 'session_ended' })
  serverReturning(refusal('Token expired'))
  session.endSessionIfOver.mockReturnValue(false)
  session.refreshToken.mockResolvedValue('')
  await expect(write()).rejects.toMatchObject({ code: 'session_ended' })
})

const idsSentBy = (...replies: Response[]) => {
  const ids: (string | null)[] = []
  serverReturning()
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    ids.push(new Headers(headers).get('x-request-id'))
    return replies.shift() ?? Promise.reject(new TypeError('failed'))
  })
  return ids
}

test('a call has its own id, the same for all attempts', async () => {
  const ids = idsSentBy(new Response(null, { status: 500 }), refusal('Token expired'), ok(), ok())
  expect(await settled(read())).toBe(7)
  expect(await read()).toBe(7)
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).toBe(ids[0])
  expect(ids[3]).not.toBe(ids[0])
})

test('a write without a reply has its id in the error, to look it up', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const ids = idsSentBy()
  // The timers are those of the connection check, which continues.
  const error = await write().catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'unreachable', requestId: ids[0] })
  expect(ids[0]).not.toBeNull()
})

test('an interrupted call is repeated as it was, with a token of that moment', async () => {
  const stop = setInterruption('approval_reason_required', async () => {
    session.getToken.mockResolvedValue('renewed')
    return { 'approval-reason': 'New%20agent' }
  })
  serverReturning()
  const sent: { body: unknown; headers: Record<string, string> }[] = []
  const replies = [Response.json({ code: 'approval_reason_required', detail: 'x' }, { status: 428 }), ok()]
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    sent.push({ body, headers: Object.fromEntries(new Headers(headers)) })
    return replies.shift()
  })
  const body = { id: '1' }
  expect(await call(accountEndpoints.endSession, { body, idempotencyKey: 'key' })).toBe(7)
  const [first, second] = sent
  expect(first?.headers).toMatchObject({ authorization: 'Bearer old', 'idempotency-key': 'key' })
  expect(second).toEqual({
    body: first?.body,
    headers: { ...first?.headers, authorization: 'Bearer renewed', 'approval-reason': 'New%20agent' },
  })
  stop()
})

/** The compiler rejects these calls. It reports an accepted one as an unused directive. */
void (async (id: string) => {
  const user = await call(userEndpoints.get, { params: { id } })
  return [
    // @ts-expect-error the parameters are missing
    call(userEndpoints.get, {}),
    // @ts-expect-error the endpoint has no query
    call(userEndpoints.get, { params: { id }, query: { q: '' } }),
    // @ts-expect-error the version is missing
    call(userEndpoints.update, { params: { id }, body: { department: null } }),
    // @ts-expect-error the mode does not exist
    call(userEndpoints.resetPassword, { body: { id, mode: 'forget' } }),
    // @ts-expect-error the reply has no such field
    user.password,
    // @ts-expect-error the browser has no schemas
    userEndpoints.get.reply,
  ]
})

test('a write sends an empty reason, and one that is stored for approval is no reply', async () => {
  const approval = { id: '1', kind: 'RULES', expires_at: '2026-11-27T00:00:00Z' }
  serverReturning(ok())
  const sent: (string | null)[] = []
  const stored = async (_: string, { headers }: { headers: Headers }) => {
    sent.push(new Headers(headers).get('approval-reason'))
    return Response.json({ resource: { approval } }, { status: 202 })
  }
  vi.stubGlobal('fetch', stored)
  expect(await settled(write())).toMatchObject({ name: 'SentForApproval', approval })
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    sent.push(new Headers(headers).get('approval-reason'))
    return ok()
  })
  expect(await settled(read())).toBe(7)
  expect(sent).toEqual(['', null])
})
