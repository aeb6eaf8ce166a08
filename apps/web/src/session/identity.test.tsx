import { afterEach, expect, test, vi } from 'vitest'
import { testProvider } from '../testing/provider.ts'
import { testServer } from '../testing/screen.tsx'
import { isTokenUsable, nowSeconds, restoreClock, setClock } from './identity.ts'
import { needsRefresh } from './session-state.ts'
import { useSession } from './store.ts'

testServer()
testProvider()

const HOUR_S = 3_600
const NOW_S = Date.UTC(2026, 10, 24) / 1_000

afterEach(() => {
  vi.useRealTimers()
  setClock(Date.now() / 1_000)
})

test.each([-5, 5])('a clock %i hours off does not affect the session', (hours) => {
  vi.useFakeTimers({ now: (NOW_S + hours * HOUR_S) * 1_000, toFake: ['Date'] })
  const expectOwnClock = () => {
    expect(nowSeconds()).toBe(NOW_S)
    expect(needsRefresh(NOW_S + HOUR_S, nowSeconds())).toBe(false)
    expect(needsRefresh(NOW_S + HOUR_S / 4, nowSeconds())).toBe(true)
  }
  setClock(NOW_S)
  expectOwnClock()
  const { auth } = useSession.getState()
  const session = { isAuthenticated: true, auth: { ...auth, tokenExpiration: NOW_S + HOUR_S } }
  expect(isTokenUsable(session)).toBe(true)
  expect(isTokenUsable({ ...session, auth: { ...session.auth, tokenExpiration: NOW_S } })).toBe(false)
  // The identity library stores the difference at sign-in.
  setClock(Date.now() / 1_000)
  localStorage.setItem(
    'CognitoIdentityServiceProvider.client.ana.clockDrift',
    String(-hours * HOUR_S * 1_000),
  )
  restoreClock()
  expectOwnClock()
})
