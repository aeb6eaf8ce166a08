import { hash } from 'node:crypto'
import type { RuntimeConfig } from '@backoffice/contract/runtime-config'
import type { FastifyInstance } from 'fastify'
import type { TokenClaims } from '../../kernel/caller.ts'

/** The identity provider, embedded or cloud. */
export type Identity = {
  /** Configuration of the browser's library. */
  browser: RuntimeConfig['identity']
  /** Origin of the sign-in API; null when this server serves it. */
  foreignOrigin: string | null
  verifyToken: TokenVerifier
  /** Null when the provider cannot list sessions. */
  sessions: Sessions | null
  /** Loaded lazily, because most processes never administer users. */
  administration: () => Promise<Administration>
  /** Adds the routes of the embedded provider. */
  mount: (app: FastifyInstance) => void
  /** Loads the signing keys before the first call. Throws when the embedded provider's database is unavailable. */
  warmUp: () => Promise<void>
  /** Throws while the keys that verify tokens cannot be read. */
  checkKeys: () => Promise<void>
  close: () => Promise<void>
}

/** Null unless the token is a valid, unexpired ID token of this pool and client. */
export type TokenVerifier = (token: string) => Promise<TokenClaims | null>

export type Session = {
  id: string
  createdAt: Date
  lastUsedAt: Date
  userAgent: string | null
  /** Address of the last use; null if unknown. */
  address: string | null
}

export type Sessions = {
  /** Refreshable sessions of a user, most recently used first. */
  list: (sub: string) => Promise<Session[]>
  /** False when the user has no such session. Idempotent. */
  revoke: (sub: string, id: string) => Promise<boolean>
  /** Returns the ids of the others that started at `since` or later, refreshable or not. */
  revokeOthers: (sub: string, currentId: string | null, since: Date) => Promise<string[]>
  /** Makes every existing session unrefreshable. */
  revokeAll: (sub: string) => Promise<void>
}

/** User administration. Every operation is repeatable, ends within seconds, and throws ProviderError. */
export type Administration = {
  /** Creates the user with a temporary password sent by mail; sends another while it has not been used. */
  invite: (person: Invitee) => Promise<Invitation>
  update: (sub: string, profile: Profile) => Promise<void>
  /** The embedded provider also unlocks the account. */
  enable: (sub: string) => Promise<void>
  /** Also ends all sessions. Like `remove` and `endSessions`, succeeds for an unknown user. */
  disable: (sub: string) => Promise<void>
  remove: (sub: string) => Promise<void>
  /** The password stops working; a code to choose another is sent by mail. */
  resetPassword: (sub: string) => Promise<void>
  /** The next sign-in requires no code, or a new set-up if a second factor is required. */
  removeAuthenticator: (sub: string) => Promise<void>
  endSessions: (sub: string) => Promise<void>
  /** Null when there is no such user. */
  describe: (sub: string) => Promise<DescribedUser | null>
  /** Null when no user has the email. */
  findSub: (email: string) => Promise<string | null>
  /** Throws while the provider does not respond, or refuses this system. */
  check: () => Promise<void>
  /** The users that are locked after failed sign-ins; null if unsupported. */
  lockedAmong: (subs: readonly string[]) => Promise<ReadonlySet<string> | null>
  /** Failed sign-ins by day in Manila, inclusive, without days that have none; null if unsupported. */
  failedSignIns: (from: string, to: string) => Promise<ReadonlyMap<string, number> | null>
}

/** `contact`: international phone number. */
export type Profile = { givenName: string; familyName: string; contact?: string | null }
type Invitee = Profile & { email: string }

/** `invited`: a mail was sent. `existing`: the user has already set a password. */
export type Invitation = { sub: string; outcome: 'invited' | 'existing' }

export type DescribedUser = {
  /** Any second factor. */
  mfaEnabled: boolean
  /** Sign-ins use an authenticator, not another factor. */
  hasAuthenticator: boolean
  mustChangePassword: boolean
  /** Null if unsupported. */
  isLocked: boolean | null
}

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

/** Calls `create` once, on first use. */
export function lazily<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined
  return () => {
    created ??= create()
    return created
  }
}

const MAX_TOKENS = 10_000

type Options = {
  /** The keys that verify tokens. Reloading them gives another object. */
  keys: () => object | Promise<object>
  /** In milliseconds since 1970. */
  now: () => number
}

/**
 * Keeps the claims of verified tokens until the token expires or the keys were loaded again. Tokens are kept by their
 * hash only. `authenticate` checks ended sessions and changed users at every call.
 */
export function rememberVerified(verify: TokenVerifier, { keys, now }: Options): TokenVerifier {
  let known = { keys: {}, claims: new Map<string, TokenClaims>() }
  return async (token) => {
    // A malformed token is invalid even if the keys cannot be read.
    const current = await Promise.resolve(keys()).catch(() => null)
    if (current === null) return verify(token)
    if (current !== known.keys) known = { keys: current, claims: new Map() }
    const { claims } = known
    const id = hash('sha256', token, 'base64')
    const remembered = claims.get(id)
    if (remembered && remembered.exp * 1_000 > now()) return remembered
    const verified = await verify(token)
    if (claims.size >= MAX_TOKENS) claims.clear()
    if (verified) claims.set(id, verified)
    return verified
  }
}
