import { CognitoJwtVerifier } from 'aws-jwt-verify'
import {
  FetchError,
  JwkInvalidKtyError,
  JwkInvalidUseError,
  JwksValidationError,
  JwkValidationError,
  JwtBaseError,
  WaitPeriodNotYetEndedJwkError,
} from 'aws-jwt-verify/error'
import type { Fetcher } from 'aws-jwt-verify/https'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import { Refusal } from '../../kernel/errors.ts'
import { claimsOf, type Identity } from './identity.ts'

export type UserPool = { id: string; clientId: string }

type Options = {
  onError: (error: unknown) => void
  /** Of the pool's keys; by default over HTTPS from the pool itself. */
  fetcher?: Fetcher
}

/** A cloud user pool. The browser speaks to it, not to us; we check tokens and administer. */
export function cloudIdentity({ id, clientId }: UserPool, { onError, fetcher }: Options): Identity {
  const region = id.slice(0, id.indexOf('_'))
  const origin = `https://cognito-idp.${region}.amazonaws.com`
  const jwksCache = new SimpleJwksCache({ ...(fetcher && { fetcher }) })
  const verifier = CognitoJwtVerifier.create({ userPoolId: id, clientId, tokenUse: 'id' }, { jwksCache })
  return {
    browser: { userPoolId: id, userPoolClientId: clientId, endpoint: null },
    foreignOrigin: origin,
    async verifyToken(token) {
      try {
        return claimsOf(await verifier.verify(token))
      } catch (error) {
        if (isOurs(error)) {
          onError(error)
          throw new Refusal('unavailable')
        }
        if (error instanceof JwtBaseError) return null
        throw error
      }
    },
    // A pool remembers devices that people chose to have remembered, and no sign-ins.
    sessions: null,
    async administration() {
      const { CognitoIdentityProviderClient } = await import('@aws-sdk/client-cognito-identity-provider')
      const { administrationOf } = await import('./administration.ts')
      return administrationOf(new CognitoIdentityProviderClient({ region }), id)
    },
    mount() {},
    async warmUp() {
      // Without the keys calls are answered 503 until they can be had: no reason not to start.
      await jwksCache.getJwks(`${origin}/${id}/.well-known/jwks.json`).catch(onError)
    },
    close: async () => {},
  }
}

const KEYS_NOT_HAD = [
  FetchError,
  JwksValidationError,
  JwkValidationError,
  JwkInvalidKtyError,
  JwkInvalidUseError,
  WaitPeriodNotYetEndedJwkError,
]

/** The keys could not be had, are damaged, or may not be asked for again yet: says nothing about the token. */
function isOurs(error: unknown): boolean {
  return KEYS_NOT_HAD.some((kind) => error instanceof kind)
}
