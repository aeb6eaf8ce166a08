import type { Access, Permission } from '@backoffice/contract/access'
import type { AllowedBy } from '@backoffice/contract/audit'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/client.ts'
import type { Client, RequestIds } from './client.ts'

/** Claims of a verified token. */
export type TokenClaims = {
  sub: string
  email: string
  /** Unix seconds. */
  exp: number
  /** The sign-in that issued the token (`origin_jti`). */
  sessionId: string | null
  /** `auth_time` in Unix seconds, which refreshes keep. 0 when the claim is missing. */
  signedInAt: number
}

export type Caller = {
  id: string
  name: string
  status: 'PENDING' | 'ACTIVE'
  /** In force now, temporary access included. */
  access: Access
  /** Decides about changes of access. Excludes temporary access, which is never passed on. */
  permanent: Access
  /** The first end of temporary access in `access`, by the database's clock. */
  nextEnd: Date | null
  /** True if a role in force requires an authenticator and the user has none. Only the set-up is open then. */
  needsAuthenticator: boolean
  /** Read before the access itself. */
  accessVersion: string
  /** Expiry of the presented token, Unix seconds. */
  tokenExpiresAt: number
  identity: Pick<TokenClaims, 'sub' | 'sessionId' | 'signedInAt'>
}

/** Verifies an Authorization header. Throws a 401 HttpError. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>

/**
 * The last check of a write's transaction: throws `AccessChanged` unless the user still has the caller's access and
 * session, and locks both until the transaction ends. With `endsSessions` the session may have ended.
 */
export type ConfirmAccess = (tx: Tx, caller: Caller, options: { endsSessions: boolean }) => Promise<void>

/** Called with each call, for a log of sign-ins. Never throws. */
export type NoteSession = (request: FastifyRequest, caller: Caller) => Promise<void>

/** Reads the caller's grants once, to find the one behind a permission. */
export type FindGrant = (caller: Caller) => Promise<(permission: Permission) => AllowedBy | null>

/** Context of a call that may be executed later, without its request. */
export type StoredContext = RequestIds & {
  caller: Caller
  client?: Client
  /** The grant behind the permission that was checked last; null before the first check. */
  allowedBy?: () => AllowedBy | null
  /** Approves the call, which is now executed; undefined for the call itself. */
  approver?: Approver | undefined
}

/** A user with current access, or an operator, who may do everything. */
export type Approver = { id: string | null; name: string; caller: Caller | null }

/** Context of a call, in addition to its input. */
export type Call = StoredContext & {
  origin: string
  request: FastifyRequest
}

/** The token of an Authorization header, whose scheme may have any case (RFC 7235); empty without one. */
export const bearerToken = (authorization: string) => /^bearer +(.*)$/i.exec(authorization)?.[1] ?? ''

/** Key of the caller's session. A pool without token revocation names no session, but the time of its sign-in. */
export function sessionKeyOf({ id, identity: { sessionId, signedInAt } }: Pick<Caller, 'id' | 'identity'>) {
  return sessionId ?? `${id} ${signedInAt}`
}

/**
 * Locks the user's row, so that concurrent calls cannot both pass a limit. NO KEY UPDATE: a call with an
 * Idempotency-Key holds the row FOR KEY SHARE by the foreign key of its claim, and two such calls would deadlock.
 */
export async function lockUserRow(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
