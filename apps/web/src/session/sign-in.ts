import { identity, withLock } from './identity.ts'
import type { Step } from './identity-library.ts'
import { endSession } from './sign-out.ts'
import { isSessionOver, reasonOf } from './sign-out-reasons.ts'
import { hasStoredSession, markActive, sessionStatus, useSession } from './store.ts'
import { loadAccess, storeToken } from './token-refresh.ts'

export { preloadIdentity } from './identity.ts'

async function enter(): Promise<void> {
  const library = await identity()
  // An interrupted page stays interrupted if this fails.
  const end = sessionStatus() === 'interrupted' ? 'expired' : 'signed-out'
  const token = await library.readToken(false)
  if (!token) throw new Error('The identity provider gave no token.')
  markActive(Date.now())
  storeToken(token)
  try {
    await loadAccess(true)
  } catch (error) {
    await library.revoke().catch(() => undefined)
    endSession(end)
    throw error
  }
}

export async function signIn(email: string, password: string): Promise<Step> {
  await endWaitingSession(email, password)
  const step = await (await identity()).startSignIn(email, password)
  if (step === 'signed-in') await enter()
  return step
}

/**
 * Ends a session whose refresh or restore keeps failing, because its late refresh would replace the new tokens.
 * Verifies the password first, because the session may still recover after a mistyped password or with an unreachable
 * provider.
 */
async function endWaitingSession(email: string, password: string): Promise<void> {
  const status = sessionStatus()
  if (status !== 'waiting' && !(status === 'signed-out' && hasStoredSession())) return
  const library = await identity()
  await library.checkPassword(email, password)
  await withLock(async () => {
    await library.revoke().catch(() => undefined)
    endSession('expired')
  })
}

/** The new password was set, but the sign-in with it failed. */
export type PasswordSetOnly = { error: unknown }

/** Sets the first password, then signs in with it. */
export async function setNewPassword(email: string, password: string): Promise<Step | PasswordSetOnly> {
  const library = await identity()
  const step = await library.confirmChallenge(password)
  if (step !== 'signed-in') return step
  try {
    await library.revoke()
    return await signIn(email, password)
  } catch (error) {
    return { error }
  }
}

/** Confirms the sign-in in progress with a code. */
export async function confirmCode(code: string): Promise<Step> {
  const step = await (await identity()).confirmChallenge(code)
  if (step === 'signed-in') await enter()
  return step
}

/**
 * Verifies the signed-in user's password; throws the provider's error for a wrong one. False, for a password that must
 * be changed first, ends the session. So does an error that means the session is over.
 */
export async function verifyPassword(password: string): Promise<boolean> {
  const { email } = useSession.getState().auth.userDetails
  try {
    const isValid = (await (await identity()).checkPassword(email, password)) === 'valid'
    if (!isValid) endSession('expired')
    return isValid
  } catch (error) {
    if (error instanceof Error && isSessionOver(error.message)) endSession(reasonOf(error))
    throw error
  }
}
