import type { Endpoint, RecentSignIn } from '@backoffice/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../adapters/clock.ts'
import type { Caller } from './caller.ts'
import { HttpError } from './errors.ts'

const RECENT_MS = 10 * 60_000
/** Tolerance for a clock of the identity provider that is ahead of this process. */
const AHEAD_MS = 5_000

export const RECENT_SIGN_IN_HEADER = 'x-recent-sign-in'

/** Sign-in of an identity token, without effects. Null if it would be refused as a bearer token. */
export type FindSignIn = (token: string) => Promise<Caller['identity'] | null>

/** Added to the call of a handler whose endpoint declares when it needs a recent sign-in. */
export type RecentSignInCall = { isRecentlySignedIn: boolean }

type Deps = { clock: Clock; findSignIn: FindSignIn }

/** Throws `recent_sign_in_required` if the endpoint always needs a recent sign-in and the call has none. */
export async function checkRecentSignIn(
  deps: Deps,
  { recentSignIn }: Pick<Endpoint, 'recentSignIn'>,
  caller: Pick<Caller, 'identity'>,
  headers: FastifyRequest['headers'],
): Promise<RecentSignInCall | undefined> {
  if (!mayAsk(recentSignIn)) return undefined
  const call = { isRecentlySignedIn: await isRecentlySignedIn(deps, caller, headers[RECENT_SIGN_IN_HEADER]) }
  if (recentSignIn === 'always') requireRecentSignIn(call)
  return call
}

/** Check for handlers whose need of a recent sign-in depends on the call. */
export function requireRecentSignIn({ isRecentlySignedIn }: RecentSignInCall): void {
  if (!isRecentlySignedIn) throw new HttpError('recent_sign_in_required')
}

/** True if the session itself began recently, or the header has the token of a recent sign-in of the same user. */
async function isRecentlySignedIn(
  { clock, findSignIn }: Deps,
  { identity }: Pick<Caller, 'identity'>,
  token: FastifyRequest['headers'][string],
): Promise<boolean> {
  const isRecent = (signedInAt: number) => {
    const ageMs = clock.now().getTime() - signedInAt * 1_000
    return ageMs >= -AHEAD_MS && ageMs <= RECENT_MS
  }
  if (isRecent(identity.signedInAt)) return true
  const found = typeof token === 'string' ? await findSignIn(token) : null
  return found?.sub === identity.sub && isRecent(found.signedInAt)
}

/** True for an endpoint that needs a recent sign-in for some calls. */
export const mayAsk = (
  recentSignIn: RecentSignIn | undefined,
): recentSignIn is Exclude<RecentSignIn, { never: string }> =>
  recentSignIn !== undefined && (recentSignIn === 'always' || 'when' in recentSignIn)

export function describeRecentSignIn(recentSignIn: RecentSignIn | undefined): string {
  if (!mayAsk(recentSignIn)) return ''
  const condition = recentSignIn === 'always' ? '' : ` if ${recentSignIn.when}`
  return ` Needs a sign-in of the last 10 minutes${condition}: that of the session, or that of \`X-Recent-Sign-In\`.`
}
