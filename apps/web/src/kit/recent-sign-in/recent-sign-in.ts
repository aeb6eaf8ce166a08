import { ApiError } from '../../net/api-error.ts'
import { identity } from '../../session/identity.ts'
import type { Step } from '../../session/identity-library.ts'
import { isRecentSignInOver } from '../../session/messages.ts'
import type { SessionState } from '../../session/session-state.ts'
import { endSession } from '../../session/sign-out.ts'
import { isSessionOver, reasonOf } from '../../session/sign-out-reasons.ts'
import { useSession } from '../../session/store.ts'

type Library = Awaited<ReturnType<typeof identity>>

/** Possible next steps for a user who is already signed in. */
export type RecentStep = Exclude<Step, 'new-password' | 'reset-required' | 'unsupported'>

/** The server accepts it for ten minutes. */
const HELD_MS = 9.5 * 60_000

/** Identity token of the recent sign-in. Kept only here. */
let held: { token: string; untilMs: number; timer: ReturnType<typeof setTimeout> } | undefined

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
  letGo()
  const { email } = useSession.getState().auth.userDetails
  return recentStepOf(await withRecentSignIn((library) => library.startRecentSignIn(email, password)))
}

export async function submitRecentCode(code: string): Promise<RecentStep | undefined> {
  return recentStepOf(await withRecentSignIn((library) => library.confirmRecentSignIn(code)))
}

/** Revokes and discards the tokens of the recent sign-in. */
export function endRecentSignIn(): void {
  letGo()
  // The tokens are in memory only.
  void identity()
    .then((library) => library.endRecentSignIn())
    .catch(() => undefined)
}

/** The held token; undefined without a recent sign-in. */
export function heldToken(): string | undefined {
  // Timers do not run while a computer sleeps.
  if (held && held.untilMs <= Date.now()) endRecentSignIn()
  return held?.token
}

/**
 * Holds the completed sign-in for ten minutes at most: until the screen locks, the session ends or another sign-in
 * replaces it. Returns its token; undefined if it has ended in the meantime.
 */
export async function holdRecentSignIn(): Promise<string | undefined> {
  const token = await withRecentSignIn((library) => library.readRecentToken())
  letGo()
  if (token === undefined) return undefined
  held = { token, untilMs: Date.now() + HELD_MS, timer: setTimeout(endRecentSignIn, HELD_MS) }
  return token
}

function letGo(): void {
  clearTimeout(held?.timer)
  held = undefined
}

useSession.subscribe((session, before) => {
  if (held && isOver(session, before)) endRecentSignIn()
})

function isOver({ auth, lock, end, announcedEnd }: SessionState, before: SessionState): boolean {
  const isOtherUser = auth.userDetails.email !== before.auth.userDetails.email
  return isOtherUser || auth.token === '' || [lock, end, announcedEnd].some((each) => each !== undefined)
}
