import type { RuntimeConfig } from '@backoffice/contract/runtime-config'
import type { FastifyInstance } from 'fastify'

/** The identity provider as the product uses it, embedded or cloud. */
export type Identity = {
  /** Configuration of the browser's library. */
  browser: RuntimeConfig['identity']
  /** Origin of the sign-in API; null when this server serves it. */
  foreignOrigin: string | null
  verifyToken: TokenVerifier
  /** Null when the provider cannot list sessions. */
  sessions: Sessions | null
  /** Loaded lazily: most processes never administer users. */
  administration: () => Promise<Administration>
  /** Adds the routes of the embedded provider. */
  mount: (app: FastifyInstance) => void
  /** Loads the signing keys before the first call. Throws when the embedded provider's database is unavailable. */
  warmUp: () => Promise<void>
  close: () => Promise<void>
}

export type TokenClaims = {
  sub: string
  email: string
  /** Unix seconds. */
  exp: number
  /** `origin_jti`: the sign-in that issued the token. */
  sessionId: string | null
  /** `auth_time`, Unix seconds: unchanged by refreshes; 0 when the claim is missing. */
  signedInAt: number
}

/** Null unless the token is a valid, unexpired ID token of this pool and client. */
export type TokenVerifier = (token: string) => Promise<TokenClaims | null>

export type Session = { id: string; createdAt: Date; lastUsedAt: Date; userAgent: string | null }

export type Sessions = {
  /** Refreshable sessions of a user, most recently used first. */
  list: (sub: string) => Promise<Session[]>
  /** False when the user has no such session. Idempotent. */
  revoke: (sub: string, id: string) => Promise<boolean>
  /** Returns the ids of the others that began at `since` or later, refreshable or not. */
  revokeOthers: (sub: string, currentId: string | null, since: Date) => Promise<string[]>
  /** Makes every existing session unrefreshable. */
  revokeAll: (sub: string) => Promise<void>
}

export type Administration = {
  /** Creates the user with a temporary password sent by mail; sends another while it has not been used. */
  invite: (person: { email: string; givenName: string; familyName: string }) => Promise<Invitation>
}

/** `invited`: a mail was sent; `existing`: the user has set a password already. */
export type Invitation = { sub: string; outcome: 'invited' | 'existing' }

/** Null when `sub` or `exp` is missing. */
export function toClaims(payload: Readonly<Record<string, unknown>>): TokenClaims | null {
  const { sub, email, exp, origin_jti: sessionId, auth_time: signedInAt } = payload
  if (typeof sub !== 'string' || typeof exp !== 'number') return null
  return {
    sub,
    email: String(email),
    exp,
    sessionId: typeof sessionId === 'string' ? sessionId : null,
    signedInAt: typeof signedInAt === 'number' ? signedInAt : 0,
  }
}
