import { pause } from '../net/backoff.ts'
import { goToSignIn } from '../session/return-path.ts'
import { isRestored, refreshWithin, restoreSession } from '../session/session-refresh.ts'
import { statusOf } from '../session/session-state.ts'
import { isSessionOver } from '../session/sign-out.ts'
import type { SignOutReason } from '../session/sign-out-reasons.ts'
import { dispatch, useSession } from '../session/store.ts'
import { releaseForms } from './form/dirty.ts'

/** How long a navigation waits for the session: to be restored at load, and for a refresh that failed before. */
export const REFRESH_WITHIN_MS = 3_000

const phase = () => statusOf(useSession.getState())
const wasThere = phase() !== 'signed-out'
let enteredPath: string | undefined

/**
 * Lets a navigation to another screen go on once somebody is authenticated. While a refresh has failed it is tried
 * once more; without success the sign-in page is loaded, and this never resolves. A preload tries nothing.
 */
export async function requireSession(to: { pathname: string; href: string }, isPreload: boolean) {
  const isFirst = !isRestored()
  if (isFirst) await Promise.race([restoreSession(), pause(REFRESH_WITHIN_MS)])
  if (phase() === 'signed-out') return leave(to.href, isFirst && wasThere ? 'not-renewed' : undefined)
  if (isPreload || to.pathname === enteredPath) return
  if (!isRestored()) dispatch({ type: 'refresh-failed' })
  const isUnconfirmed = phase() === 'waiting' && (isFirst || !(await refreshWithin(REFRESH_WITHIN_MS)))
  if (isUnconfirmed) return leave(to.href, 'not-renewed')
  enteredPath = to.pathname
}

function leave(returnTo: string, reason: SignOutReason | undefined): Promise<never> {
  // What ended the session leads to sign-in by itself.
  if (!isSessionOver()) {
    releaseForms()
    goToSignIn(returnTo, reason)
  }
  return new Promise(() => undefined)
}
