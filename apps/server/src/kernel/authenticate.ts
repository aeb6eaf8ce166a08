import type { Access } from '@backoffice/contract/access'
import type { TokenClaims, TokenVerifier } from '../adapters/identity/identity.ts'
import type { Database } from '../db/client.ts'
import { accessVersion, findCaller, markActive } from '../resources/access/access.store.ts'
import { Refusal } from './errors.ts'

export type Caller = {
  id: string
  name: string
  status: 'PENDING' | 'ACTIVE'
  access: Access
  /** Unix seconds at which the token that was presented ends. */
  tokenExpiresAt: number
  /** The person and the sign-in, as the identity provider names them; the latter with its time in Unix seconds. */
  identity: Pick<TokenClaims, 'sub' | 'sessionId' | 'signedInAt'>
}

export type Authenticate = (authorization: string | undefined) => Promise<Caller>

/**
 * Token → caller. One keyed read a call: the access version. While it stands still the caller's
 * access comes from memory; when it has moved, in whichever process, everything is read again.
 */
export function createAuthenticate(db: Database, verifyToken: TokenVerifier): Authenticate {
  let knownVersion = ''
  let known = new Map<string, Awaited<ReturnType<typeof findCaller>>>()

  async function callerOf(sub: string) {
    const version = await accessVersion(db)
    if (version !== knownVersion) {
      knownVersion = version
      known = new Map()
    }
    const cache = known
    const cached = cache.get(sub)
    if (cached) return cached
    const found = await findCaller(db, sub)
    if (found && cache.size < 10_000) cache.set(sub, found)
    return found
  }

  return async (authorization) => {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1]
    if (!token) throw new Refusal('unauthenticated')
    const claims = await verifyToken(token)
    if (!claims) throw new Refusal('unauthenticated')
    const caller = await callerOf(claims.sub)
    if (!caller || caller.status === 'DELETED') throw new Refusal('user_unknown')
    if (caller.status === 'DISABLED') throw new Refusal('user_disabled')
    const { ended, ...person } = caller
    if (isOver(ended, claims)) throw new Refusal('session_revoked')
    // The first accepted token activates an invited person.
    if (caller.status === 'PENDING') await markActive(db, caller.id, caller.name)
    const { sub, sessionId, signedInAt, exp } = claims
    return { ...person, status: 'ACTIVE', tokenExpiresAt: exp, identity: { sub, sessionId, signedInAt } }
  }
}

type Ended = { sessionIds: ReadonlySet<string>; signedInBefore: Date | null }

/** The token has not run out, but what it comes from was ended: by itself, or with all others. */
function isOver({ sessionIds, signedInBefore }: Ended, { sessionId, signedInAt }: TokenClaims): boolean {
  if (sessionId !== null && sessionIds.has(sessionId)) return true
  return signedInBefore !== null && signedInAt * 1_000 < signedInBefore.getTime()
}
