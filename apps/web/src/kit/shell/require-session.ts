import { backoffMs, pause } from '../../net/backoff.ts'
import { timedFetch } from '../../net/fetch-json.ts'
import { goToSignIn } from '../../session/return-path.ts'
import { refreshWithin, restoreSession } from '../../session/session-refresh.ts'
import type { SignOutReason } from '../../session/session-state.ts'
import { sessionStatus, useSession } from '../../session/store.ts'
import { releaseForms } from '../form/dirty.ts'

/** Longest wait of a navigation for a refresh that failed before. */
export const REFRESH_WITHIN_MS = 3_000

/** Longest wait between two checks of an unreachable server. */
const LONGEST_WAIT_MS = 5_000

let enteredPath: string | undefined

/**
 * Resolves when a navigation to another screen may continue. At page load that is after the session is restored,
 * otherwise after one more try of a failed refresh. If that fails, or without a session, loads the sign-in page and
 * never resolves. A preload tries nothing.
 */
export async function requireSession(to: { pathname: string; href: string }, isPreload: boolean) {
  await restoreSession()
  if (sessionStatus() === 'signed-out') return leave(to.href)
  if (isPreload || to.pathname === enteredPath) return
  const isUnconfirmed = sessionStatus() === 'waiting' && !(await refreshWithin(REFRESH_WITHIN_MS))
  if (isUnconfirmed) return leave(to.href, 'not-renewed')
  enteredPath = to.pathname
}

async function leave(returnTo: string, reason?: SignOutReason): Promise<never> {
  await untilPagesLoad()
  // The end of a session loads sign-in anyway.
  if (useSession.getState().end === undefined) {
    releaseForms()
    goToSignIn(returnTo, reason)
  }
  return new Promise(() => undefined)
}

/** Waits for a connection, because without one the browser would show its own error page and stay there. */
async function untilPagesLoad(): Promise<void> {
  for (let retry = 1; !(await isSignInThere()); retry++)
    await pause(backoffMs(retry, LONGEST_WAIT_MS) ?? LONGEST_WAIT_MS)
}

function isSignInThere(): Promise<boolean> {
  return timedFetch('/login', { cache: 'no-store', timeoutMs: REFRESH_WITHIN_MS }).then(
    () => true,
    () => false,
  )
}
