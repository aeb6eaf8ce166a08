import { errors, type JWTPayload, jwtVerify } from 'jose'
import type { Context } from '../context.ts'
import { notAuthorized } from '../errors.ts'
import { ALGORITHM } from './signing-keys.ts'

type TokenUse = 'access' | 'id'

/**
 * Checks signature, issuer, expiry, `token_use` and client: without the last two an ID token would pass as an access
 * token. Throws NotAuthorizedException, or the database's error if the key cannot be read.
 */
export async function verifyToken(context: Context, token: string, use: TokenUse): Promise<JWTPayload> {
  const name = use === 'access' ? 'Access Token' : 'Id Token'
  const payload = await jwtVerify(token, context.signingKeys.verificationKey, {
    algorithms: [ALGORITHM],
    issuer: context.issuer,
    currentDate: context.now(),
  }).then(
    (verified) => verified.payload,
    (error) => {
      if (!(error instanceof errors.JOSEError)) throw error
      throw notAuthorized(error instanceof errors.JWTExpired ? `${name} has expired` : `Invalid ${name}`)
    },
  )
  const client = use === 'access' ? payload.client_id : payload.aud
  if (payload.token_use !== use || client !== context.clientId) throw notAuthorized(`Invalid ${name}`)
  return payload
}
