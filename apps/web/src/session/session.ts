import { accessEndpoints } from '@backoffice/contract/endpoints/access'
import { accountEndpoints } from '@backoffice/contract/endpoints/account'
import { pause } from '../api/backoff.ts'
import { call } from '../api/call.ts'
import { announceSignOut, endSession } from './ending.ts'
import { identity } from './identity.ts'
import type { Step } from './identity-library.ts'
import { phaseOf } from './phase.ts'
import { isUsable, keep, withLock } from './renewal.ts'
import { happened, useSession } from './store.ts'

export { preloadIdentity } from './identity.ts'

/** Without an answer of the provider this machine forgets the tokens all the same. */
const SIGN_OUT_WITHIN_MS = 3_000

/** Reads what the holder of the token may do. Throws a `Failure` when that cannot be read. */
export async function loadAccess(): Promise<void> {
  const { email } = useSession.getState().auth.userDetails
  const { modules, policies } = await call(accessEndpoints.getAccessPolicy, {})
  happened({ type: 'access', email, modules, policies })
}

async function enter(): Promise<void> {
  const library = await identity()
  // On a page that was kept for it, a failure leaves that page where it was.
  const ending = phaseOf(useSession.getState()) === 'interrupted' ? 'expired' : 'signed-out'
  const token = await library.readToken(false)
  if (!token) throw new Error('The identity provider gave no token.')
  keep(token)
  try {
    await loadAccess()
  } catch (error) {
    await library.revoke().catch(() => undefined)
    endSession(ending)
    throw error
  }
}

export async function signIn(email: string, password: string): Promise<Step> {
  const step = await (await identity()).startSignIn(email, password)
  if (step === 'signed-in') await enter()
  return step
}

/** The new password was set, and the sign-in with it refused or not answered. */
export type SetOnly = { refusedWith: unknown }

/** Answers the first-time challenge, then signs in with the new password. */
export async function setNewPassword(email: string, password: string): Promise<Step | SetOnly> {
  const library = await identity()
  const step = await library.answerChallenge(password)
  if (step !== 'signed-in') return step
  try {
    await library.revoke()
    return await signIn(email, password)
  } catch (error) {
    return { refusedWith: error }
  }
}

/** Answers the challenge of the sign-in under way with a code. */
export async function answerCode(code: string): Promise<Step> {
  const step = await (await identity()).answerChallenge(code)
  if (step === 'signed-in') await enter()
  return step
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
