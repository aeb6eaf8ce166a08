import type { JSONWebKeySet, JWTPayload } from 'jose'
import {
  type AdminClientConfig,
  type AdminRequestHandler,
  adminClientConfig,
  createAdminRequestHandler,
} from './admin/request-handler.ts'
import { createContext } from './context.ts'
import { type Answer, handlePublic, type PublicRequest } from './handle.ts'
import { isUuid } from './input.ts'
import type { IdentityOptions } from './options.ts'
import { type SeedUser, seedUsers } from './seed.ts'
import { createPurge } from './store/purge.ts'
import { type ListedSession, listLiveSessions, revokeOthersOf, revokeSessionOf } from './store/sessions.ts'
import { endSessions } from './store/users.ts'
import type { RotateOptions, Rotation } from './tokens/signing-keys.ts'
import { verifyToken } from './tokens/verify.ts'

export type IdentityProvider = {
  /** One call of the browser's protocol, for the server to mount at a POST route of its own. Never throws. */
  handle(request: PublicRequest): Promise<Answer>
  /** What the tokens can be checked with elsewhere. */
  jwks(): Promise<JSONWebKeySet>
  /** The claims of an identity token of ours; throws an IdentityError, or what it met where its key could not be read. */
  verifyIdToken(token: string): Promise<JWTPayload>
  /** Admin operations and ListUsers for the SDK, in this process only. */
  adminRequestHandler: AdminRequestHandler
  /** `new CognitoIdentityProviderClient(provider.adminClientConfig)` */
  adminClientConfig: AdminClientConfig
  seedUsers(users: readonly SeedUser[]): Promise<{ username: string; email: string }[]>
  /** Where a user is signed in, the last used first; empty for anybody unknown. `id` is their tokens' `origin_jti`. */
  listSessions(sub: string): Promise<ListedSession[]>
  /**
   * Ends one session: it is not refreshed any more and the provider's own operations refuse its access token.
   * `false` when the user has no such session.
   */
  revokeSession(sub: string, id: string): Promise<boolean>
  /**
   * The same for all the user has but `keptId`. Answers the ids of those that began at `since` or later, also of those
   * that had ended before.
   */
  revokeOtherSessions(sub: string, keptId: string | null, since: Date): Promise<string[]>
  /** The same for all the user has. */
  revokeAllSessions(sub: string): Promise<void>
  /**
   * A new key signs from now on, in other processes within a minute; the former stays in `jwks` until the last token it
   * may have signed has expired. Of several calls at once one has an effect.
   */
  rotateSigningKey(options?: RotateOptions): Promise<Rotation>
  /** Makes or reads the signing key, off the first request's path. Throws when the key does not fit the database. */
  warmUp(): Promise<void>
  /** Waits for what is still on its way. The pool stays the caller's. */
  close(): Promise<void>
}

/** The database must have been brought up to date by `migrateIdentity`. */
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
    rotateSigningKey: (options) => context.signingKeys.rotate(options),
    async warmUp() {
      await context.signingKeys.active()
    },
    close: () => context.settled(),
  }
}
