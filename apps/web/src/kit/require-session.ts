import { pause } from '../net/backoff.ts'
import { goToSignIn } from '../session/return-path.ts'
import { refreshWithin, restoreSession } from '../session/session-refresh.ts'
import type { SignOutReason } from '../session/session-state.ts'
import { dispatch, sessionStatus, useSession } from '../session/store.ts'
import { releaseForms } from './form/dirty.ts'

/** How long a navigation waits for the session: for the restore at page load, and for a refresh that failed before. */
export const REFRESH_WITHIN_MS = 3_000

const wasStored = sessionStatus() !== 'signed-out'
let enteredPath: string | undefined

const isRestored = () => useSession.getState().isRestored

/**
 * Lets a navigation to another screen continue once the user is authenticated. While a refresh has failed it is tried
 * once more; if that fails too the sign-in page is loaded, and this never resolves. A preload tries nothing.
 */
export async function requireSession(to: { pathname: string; href: string }, isPreload: boolean) {
  const isFirst = !isRestored()
  if (isFirst) await Promise.race([restoreSession(), pause(REFRESH_WITHIN_MS)])
  if (sessionStatus() === 'signed-out')
    return leave(to.href, isFirst && wasStored ? 'not-renewed' : undefined)
  if (isPreload || to.pathname === enteredPath) return
  if (!isRestored()) dispatch({ type: 'refresh-failed' })
  const isUnconfirmed =
    sessionStatus() === 'waiting' && (isFirst || !(await refreshWithin(REFRESH_WITHIN_MS)))
  if (isUnconfirmed) return leave(to.href, 'not-renewed')
  enteredPath = to.pathname
}

function leave(returnTo: string, reason: SignOutReason | undefined): Promise<never> {
  // The end of a session loads sign-in by itself.
  if (useSession.getState().end === undefined) {
    releaseForms()
    goToSignIn(returnTo, reason)
  }
  return new Promise(() => undefined)
}
