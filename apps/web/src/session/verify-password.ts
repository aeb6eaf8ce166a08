import { answered } from './identity.ts'
import { endSession } from './sign-out.ts'
import { endsSession, reasonOf } from './sign-out-causes.ts'
import { useSession } from './store.ts'

/** Loaded when it is needed: the network has to be there then anyway. */
const check = async (email: string, password: string) =>
  (await import('./password-check.ts')).checkPassword(email, password)

/**
 * Whether the password is the one of who is signed in; throws what the provider says to one that is not. False once
 * it has to be changed before anything else: the session is over then, as after the sentences that end one.
 */
export async function verifyPassword(password: string): Promise<boolean> {
  const { email } = useSession.getState().auth.userDetails
  try {
    const found = await answered(check(email, password))
    if (found !== 'right') endSession('expired')
    return found === 'right'
  } catch (error) {
    if (error instanceof Error && endsSession(error.message)) endSession(reasonOf(error))
    throw error
  }
}
