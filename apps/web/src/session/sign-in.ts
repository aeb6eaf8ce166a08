import { identity } from './identity.ts'
import type { Step } from './identity-library.ts'
import { loadAccess } from './session.ts'
import { statusOf } from './session-state.ts'
import { endSession } from './sign-out.ts'
import { useSession } from './store.ts'
import { storeToken, withLock } from './token-refresh.ts'

export { preloadIdentity } from './identity.ts'

async function enter(): Promise<void> {
  const library = await identity()
  // On a page that was kept for it, a failure leaves that page where it was.
  const ending = statusOf(useSession.getState()) === 'interrupted' ? 'expired' : 'signed-out'
  const token = await library.readToken(false)
  if (!token) throw new Error('The identity provider gave no token.')
  storeToken(token)
  try {
    await loadAccess(true)
  } catch (error) {
    await library.revoke().catch(() => undefined)
    endSession(ending)
    throw error
  }
}

export async function signIn(email: string, password: string): Promise<Step> {
  await endUnrenewed(email, password)
  const step = await (await identity()).startSignIn(email, password)
  if (step === 'signed-in') await enter()
  return step
}

/**
 * A session whose refresh goes on failing ends for the new one: a late renewal of it would replace its tokens. Only
 * once the password is right: a session that may yet recover does not end by a typing error or a provider out of reach.
 */
async function endUnrenewed(email: string, password: string): Promise<void> {
  if (statusOf(useSession.getState()) !== 'waiting') return
  const { checkPassword } = await import('./password-check.ts')
  await checkPassword(email, password)
  await withLock(async () => {
    await (await identity()).revoke().catch(() => undefined)
    endSession('expired')
  })
}

/** The new password was set, and the sign-in with it refused or not answered. */
export type PasswordSetOnly = { refusedWith: unknown }

/** Answers the first-time challenge, then signs in with the new password. */
export async function setNewPassword(email: string, password: string): Promise<Step | PasswordSetOnly> {
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
