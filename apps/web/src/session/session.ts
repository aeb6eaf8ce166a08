import { accessEndpoints } from '@backoffice/contract/endpoints/access'
import { accountEndpoints } from '@backoffice/contract/endpoints/account'
import { pause } from '../net/backoff.ts'
import { call } from '../net/call.ts'
import { identity } from './identity.ts'
import { announceSignOut, endSession } from './sign-out.ts'
import { dispatch, useSession } from './store.ts'
import { isRefreshDue, isUsable, withLock } from './token-refresh.ts'

/** Without an answer of the provider this machine forgets the tokens all the same. */
const SIGN_OUT_WITHIN_MS = 3_000

/**
 * Reads what the holder of the token may do, and by that authenticates them, unless the token should have been
 * renewed and was not. Throws a `Failure` when it cannot be read.
 */
export async function loadAccess(isRenewed: boolean): Promise<void> {
  const { email } = useSession.getState().auth.userDetails
  const { modules, policies } = await call(accessEndpoints.getAccessPolicy, {})
  const isTokenFresh = isRenewed || !isRefreshDue()
  dispatch({ type: 'access', email, modules, policies, isTokenFresh })
}

type Library = Awaited<ReturnType<typeof identity>>

/** Ends the session at the provider and for our own server, if they answer, and forgets everything, in every tab. */
export async function signOut(): Promise<void> {
  announceSignOut()
  // At once, and whether or not the provider answers: nobody waits for a renewal to have a copied token refused.
  const ours = isUsable() ? call(accountEndpoints.endCurrentSession, {}).catch(() => undefined) : undefined
  await leave(async (library) => {
    await Promise.all([library.revoke(), ours])
  })
}

/** The same for every session there is, wherever. Throws a `Failure`, and nobody is signed out, if ours cannot end them. */
export async function signOutEverywhere(): Promise<void> {
  const goOn = announceSignOut()
  try {
    await call(accountEndpoints.endAllSessions, {})
  } catch (error) {
    goOn()
    throw error
  }
  await leave((library) => library.revokeEverywhere())
}

async function leave(tell: (library: Library) => Promise<unknown>): Promise<void> {
  const answered = new AbortController()
  // After a refresh that is under way: its tokens would be left behind.
  const told = withLock(async () => tell(await identity()))
    .catch(() => undefined)
    .finally(() => answered.abort())
  await Promise.race([told, pause(SIGN_OUT_WITHIN_MS, answered.signal)])
  endSession('signed-out')
}
