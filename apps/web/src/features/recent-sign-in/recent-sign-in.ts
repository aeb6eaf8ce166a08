import { accountEndpoints } from '@backoffice/contract/account'
import { FormError } from '../../kit/form/form-error.ts'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { identity } from '../../session/identity.ts'
import type { Step } from '../../session/identity-library.ts'
import { isRecentSignInOver } from '../../session/messages.ts'
import { endSession } from '../../session/sign-out.ts'
import { isSessionOver, reasonOf } from '../../session/sign-out-reasons.ts'
import { useSession } from '../../session/store.ts'

type Library = Awaited<ReturnType<typeof identity>>

/** Possible next steps for a user who is already signed in. */
export type RecentStep = Exclude<Step, 'new-password' | 'reset-required' | 'unsupported'>

/** Runs an operation of the recent sign-in. Throws the provider's error, which may also end the session. */
export async function withRecentSignIn<T>(run: (library: Library) => Promise<T>): Promise<T> {
  try {
    return await run(await identity())
  } catch (error) {
    const isOver = error instanceof Error && isSessionOver(error.message) && !isRecentSignInOver(error)
    if (isOver) endSession(reasonOf(error))
    throw error
  }
}

/** Returns undefined and ends the session if the password must be changed first. */
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

/** Starts a second sign-in in addition to the session. Ends the previous one. */
export async function startRecentSignIn(password: string): Promise<RecentStep | undefined> {
  const { email } = useSession.getState().auth.userDetails
  return recentStepOf(await withRecentSignIn((library) => library.startRecentSignIn(email, password)))
}

export async function submitRecentCode(code: string): Promise<RecentStep | undefined> {
  return recentStepOf(await withRecentSignIn((library) => library.confirmRecentSignIn(code)))
}

/** Revokes and discards the tokens of the recent sign-in. */
export function endRecentSignIn(): void {
  // The tokens are in memory only.
  void identity()
    .then((library) => library.endRecentSignIn())
    .catch(() => undefined)
}

/**
 * Confirms the user's identity to the server with the completed sign-in, for ten minutes of this session, and ends the
 * sign-in. Returns false if it has ended in the meantime.
 */
export async function confirmIdentity(): Promise<boolean> {
  const token = await withRecentSignIn((library) => library.readRecentToken())
  if (token === undefined) return false
  await call(accountEndpoints.confirmIdentity, { body: { token } }).catch((error: unknown) => {
    // Its field is not in the form.
    throw error instanceof ApiError && error.status === 422 ? new FormError(error.message) : error
  })
  endRecentSignIn()
  return true
}
