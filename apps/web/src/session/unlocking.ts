import { inTime } from '../api/in-time.ts'
import { isSessionOver } from './causes.ts'
import { endSession } from './ending.ts'
import { unlock } from './idleness.ts'
import { useSession } from './store.ts'

const CHECKED_WITHIN_MS = 20_000

/** Loaded when it is needed: the network has to be there then anyway. */
const check = async (email: string, password: string) =>
  (await import('./password-check.ts')).checkPassword(email, password)

const noAnswer = () =>
  Object.assign(new Error('The identity provider did not answer.'), { name: 'NetworkError' })

/**
 * Opens a locked screen to the person who is signed in on it; throws what the provider says to a password that is
 * not theirs. A code is not asked for: the session that goes on had one. An account that has to change its
 * password first is signed out.
 */
export async function unlockWith(password: string): Promise<void> {
  const { email } = useSession.getState().auth.userDetails
  try {
    const found = await inTime(check(email, password), CHECKED_WITHIN_MS, noAnswer)
    if (found === 'right') unlock()
    else endSession('expired')
  } catch (error) {
    if (error instanceof Error && isSessionOver(error.message)) endSession('expired')
    throw error
  }
}
