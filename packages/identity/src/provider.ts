import type { JSONWebKeySet, JWTPayload } from 'jose'
import {
  type AdminClientConfig,
  type AdminRequestHandler,
  adminClientConfig,
  createAdminRequestHandler,
} from './admin/request-handler.ts'
import { createContext } from './context.ts'
import { handlePublic, type IdentityResponse, type PublicRequest } from './handle.ts'
import { isUuid } from './input.ts'
import type { IdentityOptions } from './options.ts'
import { type SeedUser, seedUsers } from './seed.ts'
import { lockedAmong } from './sign-in/attempts.ts'
import { failedSignIns } from './store/failed-sign-ins.ts'
import { createPurge } from './store/purge.ts'
import { type ListedSession, listLiveSessions, revokeOthersOf, revokeSessionOf } from './store/sessions.ts'
import { endSessions } from './store/users.ts'
import { verifyToken } from './tokens/access-tokens.ts'
import type { RotateOptions, Rotation } from './tokens/signing-keys.ts'

export type IdentityProvider = {
  /** Handles one request of the wire protocol, for a POST route of the server. Never throws. */
  handle(request: PublicRequest): Promise<IdentityResponse>
  /** Public keys for other verifiers; a new object each time they are read from the database. */
  jwks(): Promise<JSONWebKeySet>
  /** Claims of a valid ID token. Throws an IdentityError, or the database's error if the key cannot be read. */
  verifyIdToken(token: string): Promise<JWTPayload>
  /** Admin operations and ListUsers for the SDK, in this process only. */
  adminRequestHandler: AdminRequestHandler
  /** `new CognitoIdentityProviderClient(provider.adminClientConfig)` */
  adminClientConfig: AdminClientConfig
  seedUsers(users: readonly SeedUser[]): Promise<{ username: string; email: string }[]>
  /** Sessions of a user, most recently used first; empty for an unknown user. `id`: `origin_jti` of the tokens. */
  listSessions(sub: string): Promise<ListedSession[]>
  /**
   * Ends one session. It cannot be refreshed, and the provider's operations reject its access token. `false` when the
   * user has no such session.
   */
  revokeSession(sub: string, id: string): Promise<boolean>
  /**
   * Ends all sessions but `keptId`. Returns the ids of those that began at `since` or later, including those
   * that had ended already.
   */
  revokeOtherSessions(sub: string, keptId: string | null, since: Date): Promise<string[]>
  /** Ends all sessions. */
  revokeAllSessions(sub: string): Promise<void>
  /** Users among `subs` who are locked after wrong passwords or codes. One query. */
  lockedAmong(subs: readonly string[]): Promise<ReadonlySet<string>>
  /** Wrong passwords and codes by day in Manila, YYYY-MM-DD, both ends included; days without failures are absent. */
  failedSignIns(from: string, to: string): Promise<ReadonlyMap<string, number>>
  /**
   * Activates a new signing key, in other processes within a minute. The previous one stays in `jwks` until the last
   * token that it may have signed has expired. Only one of several concurrent calls has an effect.
   */
  rotateSigningKey(options?: RotateOptions): Promise<Rotation>
  /** Milliseconds since 1970, by the provider's clock. */
  now(): number
  /** Loads or creates the signing key before the first request. Throws a WrongKeyError when `key` does not fit the database. */
  warmUp(): Promise<void>
  /** Waits for pending work. Does not end the pool. */
  close(): Promise<void>
}

/** Requires `migrateIdentity`. */
export function createIdentityProvider(options: IdentityOptions): IdentityProvider {
  const context = createContext(options)
  const purge = createPurge(context.pool, context.clock)
  const adminRequestHandler = createAdminRequestHandler(context)
  return {
    handle(request) {
      context.later(async () => purge())
      return handlePublic(context, request)
    },
    jwks: () => context.signingKeys.publicKeys(),
    verifyIdToken: (token) => verifyToken(context, token, 'id'),
    adminRequestHandler,
    adminClientConfig: adminClientConfig(context, adminRequestHandler),
    seedUsers: (users) => seedUsers(context, users),
    listSessions: async (sub) => (isUuid(sub) ? listLiveSessions(context.pool, sub, context.now()) : []),
    revokeSession: async (sub, id) =>
      isUuid(sub) && isUuid(id) && revokeSessionOf(context.pool, sub, id, context.now()),
    revokeOtherSessions: async (sub, keptId, since) =>
      isUuid(sub) ? revokeOthersOf(context.pool, sub, keptId, since, context.now()) : [],
    async revokeAllSessions(sub) {
      if (isUuid(sub)) await endSessions(context.pool, sub, {}, context.now())
    },
    lockedAmong: (subs) => lockedAmong(context, subs),
    failedSignIns: (from, to) => failedSignIns(context.pool, from, to),
    rotateSigningKey: (options) => context.signingKeys.rotate(options),
    now: () => context.now().getTime(),
    async warmUp() {
      await context.signingKeys.active()
    },
    close: () => context.settled(),
  }
}
