import type { Access } from '@backoffice/contract/access'
import type { TokenClaims } from '../adapters/identity/identity.ts'

export type Caller = {
  id: string
  name: string
  status: 'PENDING' | 'ACTIVE'
  access: Access
  /** Expiry of the presented token, Unix seconds. */
  tokenExpiresAt: number
  identity: Pick<TokenClaims, 'sub' | 'sessionId' | 'signedInAt'>
}

/** Verifies an Authorization header. Throws a 401 HttpError. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>
