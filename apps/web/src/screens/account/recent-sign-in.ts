import { authenticatorMessage, isRecentSignInOver, removalMessage } from '../../kit/authenticator/messages.ts'
import { ApiError } from '../../net/api-error.ts'
import { queryClient } from '../../net/query-client.ts'
import { identity } from '../../session/identity.ts'
import type { Step } from '../../session/identity-library.ts'
import { endSession } from '../../session/sign-out.ts'
import { endsSession, reasonOf } from '../../session/sign-out-reasons.ts'
import { useSession } from '../../session/store.ts'
import { authenticatorQuery, withMessage } from './account-security.ts'

type Library = Awaited<ReturnType<typeof identity>>

/** Steps of a sign-in to which a user who is signed in already may be led. */
export type RecentStep = Exclude<Step, 'new-password' | 'reset-required' | 'unsupported'>

/** Runs an operation of the recent sign-in. Throws the provider's error, which may have ended the session itself. */
async function withRecentSignIn<T>(run: (library: Library) => Promise<T>): Promise<T> {
  try {
    return await run(await identity())
  } catch (error) {
    const isOver = error instanceof Error && endsSession(error.message) && !isRecentSignInOver(error)
    if (isOver) endSession(reasonOf(error))
    throw error
  }
}

/** Undefined after the session has ended: the password has to be changed first. */
function recentStepOf(step: Step): RecentStep | undefined {
  if (step === 'unsupported')
    throw new ApiError(0, {
      code: 'identity_refused',
      detail: 'This account needs a second step that is not supported here. Ask an access administrator.',
    })
  if (step !== 'new-password' && step !== 'reset-required') return step
  endSession('expired')
  return undefined
}

/** Signs in next to the session, with the password of its user. */
export async function startRecentSignIn(password: string): Promise<RecentStep | undefined> {
  const { email } = useSession.getState().auth.userDetails
  return recentStepOf(await withRecentSignIn((library) => library.startRecentSignIn(email, password)))
}

/** Answers the challenge of a second factor. */
export async function answerRecentSignIn(code: string): Promise<RecentStep | undefined> {
  return recentStepOf(await withRecentSignIn((library) => library.confirmRecentSignIn(code)))
}

/** Its tokens are needed no longer. */
export function endRecentSignIn(): void {
  // They are in memory only, and gone with the page at the latest.
  void identity()
    .then((library) => library.endRecentSignIn())
    .catch(() => undefined)
}

/** In base32. */
export function newAuthenticatorSecret(): Promise<string> {
  return withRecentSignIn((library) => library.newAuthenticatorSecret()).catch(
    withMessage(authenticatorMessage),
  )
}

/** Throws the provider's error, for the field that it belongs to. */
export async function confirmAuthenticator(code: string): Promise<void> {
  await withRecentSignIn((library) => library.confirmAuthenticator(code))
  queryClient.setQueryData(authenticatorQuery.queryKey, true)
}

export async function removeAuthenticator(): Promise<void> {
  await withRecentSignIn((library) => library.removeAuthenticator()).catch(withMessage(removalMessage))
  queryClient.setQueryData(authenticatorQuery.queryKey, false)
}
