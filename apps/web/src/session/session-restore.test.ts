import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const NOW_MS = Date.UTC(2026, 10, 24)
const LIBRARY = 'CognitoIdentityServiceProvider.client.LastAuthUser'
const ANA = {
  email: 'ana@backoffice.test',
  contact: '',
  name: '',
  modules: ['Users'],
  policies: ['user:view'],
}

const browser = {
  stored: new Map<string, string>(),
  ofTab: new Map<string, string>(),
  /** `hasOtherScreen`: another tab shows a screen. */
  hasOtherScreen: true,
  reply: (): Response => new Response(),
  calls: 0,
}

/** A `Storage` has its keys, but not its methods, as own properties. */
function storageOf(stored: Map<string, string>): object {
  const methods = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    clear: () => stored.clear(),
  }
  return new Proxy(methods, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: (_, key) => ({
      value: stored.get(String(key)),
      enumerable: true,
      configurable: true,
    }),
  })
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS })
  vi.resetModules()
  browser.calls = 0
  const auth = { token: 'one', tokenExpiration: NOW_MS / 1000 + 3_000, userDetails: ANA }
  browser.stored = new Map([
    [LIBRARY, 'ana'],
    [
      'auth',
      JSON.stringify({ state: { isAuthenticated: true, auth }, version: 0, activeAtMs: NOW_MS - 60_000 }),
    ],
  ])
  browser.ofTab = new Map()
  vi.stubGlobal('localStorage', storageOf(browser.stored))
  vi.stubGlobal('sessionStorage', storageOf(browser.ofTab))
  vi.stubGlobal('document', {
    getElementById: () => ({
      textContent: '{"userApi":"/api/user","identity":{"userPoolClientId":"client"}}',
    }),
    addEventListener: () => undefined,
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      request: (...[, options, run]: [string, unknown, (lock: unknown) => unknown]) =>
        typeof options === 'function' ? options({}) : run(browser.hasOtherScreen ? null : {}),
    },
  })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
    },
  )
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.endsWith('/role/access-policy')) return new Response('{}')
    browser.calls += 1
    return browser.reply()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function restored() {
  const { restoreSession } = await import('./session-refresh.ts')
  const store = await import('./store.ts')
  const settled = restoreSession()
  const before = store.sessionStatus()
  for (let step = 0; step < 20 && store.useSession.getState().restoring; step++)
    await vi.advanceTimersByTimeAsync(50)
  await settled
  return { before, ...store }
}

const problem = (status: number) =>
  new Response(JSON.stringify({ code: 'x', detail: 'Refused.' }), { status })
const networkError = (): never => {
  throw new TypeError('Failed to fetch')
}

test.each([
  ['500', () => problem(500), 2],
  ['502', () => problem(502), 2],
  ['503', () => problem(503), 2],
  ['504', () => problem(504), 2],
  ['429', () => problem(429), 2],
  ['no response', networkError, 2],
  ['404', () => problem(404), 1],
  ['403', () => problem(403), 1],
  ['a page of another server', () => new Response('<html>'), 1],
])(
  'a role call with %s clears auth after the generic retry, and keeps the tokens of other tabs',
  async (_, reply, calls) => {
    browser.reply = reply
    const { before, sessionStatus, useSession } = await restored()
    expect(before).toBe('waiting')
    expect(browser.calls).toBe(calls)
    expect(sessionStatus()).toBe('signed-out')
    expect(useSession.getState().end).toBeUndefined()
    expect([...browser.stored.keys()]).toEqual([LIBRARY])
    // The lock continues from this time.
    expect([...browser.ofTab]).toEqual([['last-input', String(NOW_MS - 60_000)]])
  },
)

test('the access authenticates a restored session, which is stored unchanged', async () => {
  const before = browser.stored.get('auth')
  browser.reply = () =>
    new Response(JSON.stringify({ resource: { modules: ['Users'], policies: ['user:view'] } }))
  const restore = await restored()
  expect(restore.before).toBe('waiting')
  expect(restore.sessionStatus()).toBe('signed-in')
  expect(browser.stored.get('auth')).toBe(before)
})

test('does not clear a session that another tab has stored in the meantime', async () => {
  const other = (browser.stored.get('auth') ?? '').replace('"one"', '"two"')
  browser.reply = () => {
    browser.stored.set('auth', other)
    return problem(500)
  }
  const { useSession } = await restored()
  expect(browser.stored.get('auth')).toBe(other)
  expect(useSession.getState()).toMatchObject({ isAuthenticated: true, auth: { token: 'two' } })
})
