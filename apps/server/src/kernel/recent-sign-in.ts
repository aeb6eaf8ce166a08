import type { Endpoint, RecentSignIn } from '@backoffice/contract/endpoint'
import type { Caller } from './caller.ts'
import type { Client } from './client.ts'
import type { Clock } from './clock.ts'
import { HttpError } from './errors.ts'

export const RECENT_MS = 10 * 60_000
/** Tolerance for a clock of the identity provider that is ahead of this process. */
const AHEAD_MS = 5_000

type Session = Pick<Caller, 'id' | 'identity'>

/** Second sign-ins with which users confirmed their sessions. */
export type Confirmations = {
  /** Time of the session's second sign-in, in Unix seconds; null without one. */
  signedInAt: (session: Session) => Promise<number | null>
  /** Counts a call that was refused because its session is not confirmed. */
  noteQuestion: (session: Session, client: Client) => Promise<void>
}

/** Sessions that are never confirmed. */
export const NO_CONFIRMATIONS: Confirmations = {
  signedInAt: async () => null,
  noteQuestion: async () => {},
}

/** Added to the call of a handler whose endpoint declares when it needs a recent sign-in. */
export type RecentSignInCall = { isRecentlySignedIn: boolean }

type Deps = { clock: Clock; confirmations: Confirmations }

/** Throws `recent_sign_in_required` if the endpoint always needs a recent sign-in and the session has none. */
export async function checkRecentSignIn(
  deps: Deps,
  { recentSignIn }: Pick<Endpoint, 'recentSignIn'>,
  caller: Session,
): Promise<RecentSignInCall | undefined> {
  if (!mayAsk(recentSignIn)) return undefined
  const call = { isRecentlySignedIn: await isRecentlySignedIn(deps, caller) }
  if (recentSignIn === 'always') requireRecentSignIn(call)
  return call
}

/** Check for handlers whose need of a recent sign-in depends on the call. */
export function requireRecentSignIn({ isRecentlySignedIn }: RecentSignInCall): void {
  if (!isRecentlySignedIn) throw new HttpError('recent_sign_in_required')
}

/** True if the session began recently, or its user has confirmed it by a recent sign-in. */
async function isRecentlySignedIn({ clock, confirmations }: Deps, caller: Session): Promise<boolean> {
  if (isRecent(clock, caller.identity.signedInAt)) return true
  const confirmedAt = await confirmations.signedInAt(caller)
  return confirmedAt !== null && isRecent(clock, confirmedAt)
}

/** True for a sign-in of the last ten minutes, in Unix seconds. */
export function isRecent(clock: Clock, signedInAt: number): boolean {
  const ageMs = clock.now().getTime() - signedInAt * 1_000
  return ageMs >= -AHEAD_MS && ageMs <= RECENT_MS
}

/** True for an endpoint that needs a recent sign-in for some calls. */
export const mayAsk = (
  recentSignIn: RecentSignIn | undefined,
): recentSignIn is Exclude<RecentSignIn, { never: string }> =>
  recentSignIn !== undefined && (recentSignIn === 'always' || 'when' in recentSignIn)

export function describeRecentSignIn(recentSignIn: RecentSignIn | undefined): string {
  if (!mayAsk(recentSignIn)) return ''
  const condition = recentSignIn === 'always' ? '' : ` if ${recentSignIn.when}`
  return ` Needs a sign-in of the last 10 minutes${condition}: that of the session, or one with which it was confirmed (\`/account/identity/confirm\`).`
}
