import type { Access } from '@backoffice/contract/access'
import type { TokenClaims } from '../adapters/identity/identity.ts'
import type { Tx } from '../db/client.ts'

export type Caller = {
  id: string
  name: string
  status: 'PENDING' | 'ACTIVE'
  access: Access
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
 * session, and locks both until the transaction ends. `endsSessions`: the session may have ended.
 */
export type ConfirmAccess = (tx: Tx, caller: Caller, options: { endsSessions: boolean }) => Promise<void>
