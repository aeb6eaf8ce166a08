import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionEnd } from './session-state.ts'

const ANA = { email: 'ana@backoffice.test', contact: '', name: '' }

/** Effects of the other tab on this one. Both arrive as events, in any order. */
const otherTab = {
  channel: undefined as { onmessage?: (event: { data: unknown }) => void } | undefined,
  posted: [] as unknown[],
  onStorage: (_event: { key: string | null; newValue: string | null }) => {},
  stored: new Map<string, string>(),
  post: (end: SessionEnd | undefined) => otherTab.channel?.onmessage?.({ data: { end } }),
  clear() {
    otherTab.stored.clear()
    otherTab.onStorage({ key: null, newValue: null })
  },
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

const LIBRARY = 'CognitoIdentityServiceProvider.client.LastAuthUser'

/** A failed restore in the other tab: `auth` is cleared, the tokens of the identity library stay. */
function clearAuth(): void {
  otherTab.stored.delete('auth')
  otherTab.onStorage({ key: 'auth', newValue: null })
}

async function signedInTab() {
  const tabs = await import('./other-tabs.ts')
  const { dispatch, useSession } = await import('./store.ts')
  tabs.watchOtherTabs()
  dispatch({ type: 'token-stored', token: 'one', expiration: 9, ...ANA })
  dispatch({ type: 'access-loaded', email: ANA.email, modules: [], policies: [], isTokenFresh: true })
  return { dispatch, ...tabs, state: useSession.getState }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  otherTab.stored.clear()
  otherTab.posted = []
  vi.stubGlobal('localStorage', storageOf(otherTab.stored))
  vi.stubGlobal('sessionStorage', storageOf(new Map()))
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"identity":{}}' }) })
  vi.stubGlobal('addEventListener', (_: string, listener: typeof otherTab.onStorage) => {
    otherTab.onStorage = listener
  })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage?: (event: { data: unknown }) => void
      constructor() {
        otherTab.channel = this
      }
      postMessage(data: unknown) {
        otherTab.posted.push(data)
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a sign-out in another tab is the reason if its message comes before the storage is empty', async () => {
  const { state } = await signedInTab()
  otherTab.post('signed-out')
  expect(state().end).toBeUndefined()
  otherTab.clear()
  await vi.advanceTimersByTimeAsync(0)
  expect(state().end).toBe('other-tab')
})

test('waits for a message that comes after the storage is empty', async () => {
  const { state } = await signedInTab()
  otherTab.clear()
  await vi.advanceTimersByTimeAsync(900)
  expect(state().end).toBeUndefined()
  otherTab.post('disabled')
  await vi.advanceTimersByTimeAsync(0)
  expect(state().end).toBe('disabled')
})

test('the session ends after a second without a message, without a reason', async () => {
  const { state } = await signedInTab()
  otherTab.clear()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state()).toMatchObject({ end: 'signed-out', isAuthenticated: false, auth: { token: '' } })
})

test('takes over the session of a later sign-in in the other tab', async () => {
  const { state } = await signedInTab()
  const stored = otherTab.stored.get('auth') ?? ''
  otherTab.clear()
  const newValue = stored.replace('"one"', '"two"')
  otherTab.stored.set('auth', newValue)
  otherTab.onStorage({ key: 'auth', newValue })
  otherTab.post('signed-out')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(state()).toMatchObject({ end: undefined, isAuthenticated: true, auth: { token: 'two' } })
})

test('a call refused because of the sign-out is not the reason, unless the sign-out is withdrawn', async () => {
  const { dispatch, state } = await signedInTab()
  otherTab.post('signed-out')
  otherTab.post(undefined)
  expect(state().announcedEnd).toBeUndefined()
  otherTab.post('signed-out')
  dispatch({ type: 'ended', end: 'revoked' })
  expect(state().end).toBe('other-tab')
})

test('the tab that signs out shows no reason if a call of another tab is refused first', async () => {
  const { dispatch, state } = await signedInTab()
  dispatch({ type: 'end-announced', end: 'signed-out' })
  otherTab.post('other-tab')
  otherTab.clear()
  await vi.advanceTimersByTimeAsync(0)
  expect(state().end).toBe('signed-out')
})

test('stores only a new token after another tab has emptied the storage', async () => {
  const { dispatch, state } = await signedInTab()
  otherTab.stored.clear()
  dispatch({ type: 'refresh-failed' })
  dispatch({ type: 'access-loaded', email: ANA.email, modules: ['All'], policies: [], isTokenFresh: true })
  expect(otherTab.stored.size).toBe(0)
  expect(state()).toMatchObject({ isAuthenticated: true, auth: { userDetails: { modules: [] } } })
  dispatch({ type: 'token-stored', token: 'two', expiration: 9, ...ANA })
  expect(otherTab.stored.size).toBe(1)
})

test('an interrupted page leaves the storage to the tab that signs in', async () => {
  const { dispatch, state } = await signedInTab()
  dispatch({ type: 'unsaved-changes', hasUnsavedChanges: true })
  dispatch({ type: 'ended', end: 'expired' })
  expect(otherTab.stored.size).toBe(0)
  otherTab.stored.set('auth', 'of another tab')
  dispatch({ type: 'unlocked' })
  dispatch({ type: 'ended', end: 'signed-out' })
  expect(state().end).toBe('signed-out')
  expect(otherTab.stored.get('auth')).toBe('of another tab')
})

test('a failed restore in another tab ends nothing here, and a refresh stores the session again', async () => {
  otherTab.stored.set(LIBRARY, 'ana')
  const { dispatch, state } = await signedInTab()
  const { lastActiveMs, markActive } = await import('./store.ts')
  const { restoring: _, ...before } = state()
  markActive(5_000)
  clearAuth()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(state()).toMatchObject(before)
  // The idle time of the lock continues.
  expect(lastActiveMs()).toBe(5_000)
  markActive(6_000)
  dispatch({ type: 'refresh-failed' })
  expect(otherTab.stored.has('auth')).toBe(false)
  dispatch({ type: 'access-loaded', email: ANA.email, modules: [], policies: [], isTokenFresh: true })
  expect(JSON.parse(otherTab.stored.get('auth') ?? '')).toMatchObject({
    state: { isAuthenticated: true, auth: { token: 'one' } },
    activeAtMs: 6_000,
  })
})

test('loading the same access stores a session that another tab has cleared', async () => {
  otherTab.stored.set(LIBRARY, 'ana')
  const { dispatch } = await signedInTab()
  clearAuth()
  dispatch({ type: 'access-loaded', email: ANA.email, modules: [], policies: [], isTokenFresh: true })
  expect(otherTab.stored.has('auth')).toBe(true)
})

test('a sign-out in another tab ends a session that is no longer stored', async () => {
  otherTab.stored.set(LIBRARY, 'ana')
  const { state } = await signedInTab()
  clearAuth()
  otherTab.post('signed-out')
  expect(state().end).toBeUndefined()
  // The identity library has removed its tokens. Clearing an empty storage fires no event.
  otherTab.stored.clear()
  otherTab.post('signed-out')
  await vi.advanceTimersByTimeAsync(0)
  expect(state().end).toBe('other-tab')
})
