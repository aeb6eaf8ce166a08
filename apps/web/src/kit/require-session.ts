import { backoffMs, pause } from '../net/backoff.ts'
import { timedFetch } from '../net/fetch-json.ts'
import { goToSignIn } from '../session/return-path.ts'
import { refreshWithin, restoreSession } from '../session/session-refresh.ts'
import type { SignOutReason } from '../session/session-state.ts'
import { sessionStatus, useSession } from '../session/store.ts'
import { releaseForms } from './form/dirty.ts'

/** How long a navigation waits for a refresh that failed before. */
export const REFRESH_WITHIN_MS = 3_000

/** Between two looks for a server that cannot be reached. */
const LONGEST_WAIT_MS = 5_000

let enteredPath: string | undefined

/**
 * Lets a navigation to another screen continue once the user is authenticated, and at page load once the session is
 * restored; one that cannot be restored leads to sign-in without a notice. While a refresh has failed it is tried once
 * more; if that fails too the sign-in page is loaded, and this never resolves. A preload tries nothing.
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
  // The end of a session loads sign-in by itself.
  if (useSession.getState().end === undefined) {
    releaseForms()
    goToSignIn(returnTo, reason)
  }
  return new Promise(() => undefined)
}

/** Without a connection the browser would show an error page of its own, which nothing leaves again. */
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
