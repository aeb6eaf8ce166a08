import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionEnd } from './session-state.ts'

const ANA = { email: 'ana@backoffice.test', contact: '', name: '' }

/** What the other tab does to this one: both arrive as events, in any order. */
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

/** The keys of a `Storage` are its own properties, its methods are not. */
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

/** A restore that failed in the other tab: `auth` is cleared, the tokens of the identity library stay. */
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

test('a sign-out in another tab is the reason whose message comes before the storage is empty', async () => {
  const { state } = await signedInTab()
  otherTab.post('signed-out')
  expect(state().end).toBeUndefined()
  otherTab.clear()
  await vi.advanceTimersByTimeAsync(0)
  expect(state().end).toBe('other-tab')
})

test('a message that comes after the storage is empty is waited for', async () => {
  const { state } = await signedInTab()
  otherTab.clear()
  await vi.advanceTimersByTimeAsync(900)
  expect(state().end).toBeUndefined()
  otherTab.post('disabled')
  await vi.advanceTimersByTimeAsync(0)
  expect(state().end).toBe('disabled')
})

test('without a message the session ends after a second, without a reason', async () => {
  const { state } = await signedInTab()
  otherTab.clear()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state()).toMatchObject({ end: 'signed-out', isAuthenticated: false, auth: { token: '' } })
})

test('the session of a sign-in that follows in the other tab is taken over, not ended', async () => {
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

test('a call that is refused because of the sign-out is not the reason, unless the sign-out is withdrawn', async () => {
  const { dispatch, state } = await signedInTab()
  otherTab.post('signed-out')
  otherTab.post(undefined)
  expect(state().announcedEnd).toBeUndefined()
  otherTab.post('signed-out')
  dispatch({ type: 'ended', end: 'revoked' })
  expect(state().end).toBe('other-tab')
})

test('the tab that signs out shows no reason when another one is refused a call before it', async () => {
  const { dispatch, state } = await signedInTab()
  dispatch({ type: 'end-announced', end: 'signed-out' })
  otherTab.post('other-tab')
  otherTab.clear()
  await vi.advanceTimersByTimeAsync(0)
  expect(state().end).toBe('signed-out')
})

test('nothing but a new token is stored once another tab has emptied the storage', async () => {
  const { dispatch, state } = await signedInTab()
  otherTab.stored.clear()
  dispatch({ type: 'refresh-failed' })
  dispatch({ type: 'access-loaded', email: ANA.email, modules: ['All'], policies: [], isTokenFresh: true })
  expect(otherTab.stored.size).toBe(0)
  expect(state()).toMatchObject({ isAuthenticated: true, auth: { userDetails: { modules: [] } } })
  dispatch({ type: 'token-stored', token: 'two', expiration: 9, ...ANA })
  expect(otherTab.stored.size).toBe(1)
})

test('what an interrupted page does leaves the storage to the tab that signs in', async () => {
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

test('a restore that fails in another tab ends nothing here; a refresh of this one stores the session again', async () => {
  otherTab.stored.set(LIBRARY, 'ana')
  const { dispatch, state } = await signedInTab()
  const { lastActiveMs, markActive } = await import('./store.ts')
  const { restoring: _, ...before } = state()
  markActive(5_000)
  clearAuth()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(state()).toMatchObject(before)
  // The lock goes on counting meanwhile.
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

test('the same access, loaded again, stores a session that another tab has cleared', async () => {
  otherTab.stored.set(LIBRARY, 'ana')
  const { dispatch } = await signedInTab()
  clearAuth()
  dispatch({ type: 'access-loaded', email: ANA.email, modules: [], policies: [], isTokenFresh: true })
  expect(otherTab.stored.has('auth')).toBe(true)
})

test('a sign-out elsewhere ends a session of which nothing was stored any more', async () => {
  otherTab.stored.set(LIBRARY, 'ana')
  const { state } = await signedInTab()
  clearAuth()
  otherTab.post('signed-out')
  expect(state().end).toBeUndefined()
  // The identity library has removed its tokens: clearing an empty storage fires no event.
  otherTab.stored.clear()
  otherTab.post('signed-out')
  await vi.advanceTimersByTimeAsync(0)
  expect(state().end).toBe('other-tab')
})
