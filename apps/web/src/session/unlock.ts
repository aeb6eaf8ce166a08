import { unlock } from './idle-lock.ts'
import { verifyPassword } from './verify-password.ts'

/**
 * Opens a locked screen to the person who is signed in on it; throws what the provider says to a password that is
 * not theirs. A code is not asked for: the session that goes on had one. An account that has to change its
 * password first is signed out.
 */
export async function unlockWith(password: string): Promise<void> {
  if (await verifyPassword(password)) unlock()
}
