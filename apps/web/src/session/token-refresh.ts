import { pause } from '../net/backoff.ts'
import { setAuthorizer } from '../net/call.ts'
import { needsRefresh } from './due.ts'
import { identity } from './identity.ts'
import type { IdentityToken } from './identity-library.ts'
import { learnClock, nowSeconds, recallClock } from './server-clock.ts'
import { statusOf } from './session-state.ts'
import { endFromOtherTab, endSession, endSessionIfOver } from './sign-out.ts'
import { isPermanentFailure, reasonOf } from './sign-out-causes.ts'
import type { SignOutReason } from './sign-out-reasons.ts'
import { dispatch, isStored, reload, useSession } from './store.ts'

/** `ended`: nobody is signed in any more; `failed`: it may work later, and is tried again by itself. */
export type RefreshResult = 'renewed' | 'ended' | 'failed'

/** Shorter than this a token may run out on its way. */
const SPARE_SECONDS = 30
/** From the local storage of one tab to that of another. */
const NEWS_TRAVELS_MS = 100

export function storeToken({ issuedAt, ...token }: IdentityToken): void {
  learnClock(issuedAt)
  dispatch({ type: 'token', ...token })
}

function ended(reason: SignOutReason): 'ended' {
  endSession(reason)
  return 'ended'
}

async function endedElsewhere(): Promise<'ended'> {
  await endFromOtherTab()
  return 'ended'
}

/** A refresh that was under way while a tab signed out must not bring the session back. */
async function keepUnlessOver(fresh: IdentityToken): Promise<RefreshResult> {
  if (!isStored()) {
    await (await identity()).revoke().catch(() => undefined)
    return endedElsewhere()
  }
  storeToken(fresh)
  // Whoever comes next gets the lock quicker than the news of what was written, and would renew once more.
  await pause(NEWS_TRAVELS_MS)
  return 'renewed'
}

async function renewInThisTab(stale: string): Promise<RefreshResult> {
  if (!isStored()) return endedElsewhere()
  // Another tab may have done it while this one waited for its turn.
  reload()
  recallClock()
  const { token } = useSession.getState().auth
  if (token !== stale && !isRefreshDue()) return 'renewed'
  try {
    const fresh = await (await identity()).readToken(true)
    return fresh ? await keepUnlessOver(fresh) : ended('expired')
  } catch (error) {
    if (isPermanentFailure(error)) return ended(reasonOf(error))
    dispatch({ type: 'refresh-failed' })
    return 'failed'
  }
}

let underWay: Promise<RefreshResult> | undefined

/**
 * Renews the token: one renewal at a time, in this tab and among all tabs, because refresh tokens may be good for
 * one use only. Ends the session where the provider says it is over, and marks it unauthenticated where the
 * renewal failed otherwise. Never rejects.
 */
export function refreshToken(): Promise<RefreshResult> {
  const stale = useSession.getState().auth.token
  underWay ??= withLock(() => renewInThisTab(stale)).finally(() => {
    underWay = undefined
  })
  return underWay
}

/** Alone among all tabs, after whatever another has begun. */
export function withLock<T>(run: () => Promise<T>): Promise<T> {
  return navigator.locks.request('session-renewal', run)
}

export function isRefreshDue(): boolean {
  return needsRefresh(useSession.getState().auth.tokenExpiration, nowSeconds())
}

export function isUsable(): boolean {
  const { token, tokenExpiration } = useSession.getState().auth
  return token !== '' && tokenExpiration - nowSeconds() >= SPARE_SECONDS
}

/**
 * The token to send now; empty when nobody is signed in. One that has run out is renewed first, and after an
 * interruption it is waited for somebody to sign in again, however long it takes.
 */
export async function bearer(): Promise<string> {
  if (statusOf(useSession.getState()) === 'interrupted') await changedFrom('')
  const { token } = useSession.getState().auth
  if (token === '' || isUsable()) return token
  return refreshedToken(token)
}

/** Another token than the one that is no good, as soon as there is one; empty once the session is over. */
export async function refreshedToken(stale: string): Promise<string> {
  if (useSession.getState().auth.token === stale && (await refreshToken()) === 'failed')
    await changedFrom(stale)
  return useSession.getState().auth.token
}

/** Resolves as well when nobody is to come back any more. */
function changedFrom(stale: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = useSession.subscribe(check)
    function check() {
      const session = useSession.getState()
      if (session.auth.token === stale && statusOf(session) !== 'signed-out') return
      stop()
      resolve()
    }
    check()
  })
}

setAuthorizer({
  getToken: bearer,
  refreshToken: refreshedToken,
  endsSession: endSessionIfOver,
  isInterrupted: () => statusOf(useSession.getState()) === 'interrupted',
})
