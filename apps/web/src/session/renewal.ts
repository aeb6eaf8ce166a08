import { learnClock, nowSeconds } from './clock.ts'
import { needsRenewal } from './due.ts'
import { identity } from './identity.ts'
import type { IdentityToken } from './identity-library.ts'
import { useSession } from './store.ts'

export type Renewal = 'renewed' | 'ended' | 'unreachable'

export function keep(token: IdentityToken): void {
  learnClock(token.issuedAt)
  const { userDetails } = useSession.getState().auth
  useSession.setState({
    auth: {
      token: token.token,
      tokenExpiration: token.expiration,
      userDetails: { ...userDetails, email: token.email, contact: token.contact, name: token.name },
    },
  })
}

/** Reasons of the identity provider after which no later try can succeed. */
const ENDED =
  /^(NotAuthorized|TokenRevoked|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse)/

async function renewInThisTab(stale: string): Promise<Renewal> {
  // Another tab may have done it while this one waited for its turn.
  await useSession.persist.rehydrate()
  const { token, tokenExpiration } = useSession.getState().auth
  if (token === '') return 'ended'
  if (token !== stale && !needsRenewal(tokenExpiration, nowSeconds())) return 'renewed'
  try {
    const fresh = await (await identity()).readToken(true)
    if (!fresh) return 'ended'
    keep(fresh)
    return 'renewed'
  } catch (error) {
    return error instanceof Error && ENDED.test(error.name) ? 'ended' : 'unreachable'
  }
}

let underWay: Promise<Renewal> | undefined

/** One renewal at a time, in this tab and among all tabs: refresh tokens may be good for one use only. */
export function renew(): Promise<Renewal> {
  const stale = useSession.getState().auth.token
  underWay ??= navigator.locks
    .request('session-renewal', () => renewInThisTab(stale))
    .finally(() => {
      underWay = undefined
    })
  return underWay
}

/** The token to send now. One that has run out, or is about to, is renewed first. */
export async function bearer(): Promise<string> {
  const { token, tokenExpiration } = useSession.getState().auth
  if (token !== '' && tokenExpiration - nowSeconds() < 30) await renew()
  return useSession.getState().auth.token
}
