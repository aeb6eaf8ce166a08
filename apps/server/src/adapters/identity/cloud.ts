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
import { HttpError } from '../../kernel/errors.ts'
import { type Identity, lazily, rememberVerified, type TokenVerifier, toClaims } from './identity.ts'

type UserPool = { id: string; clientId: string }

type Options = {
  onError: (error: unknown) => void
  /** Fetches the JWKS; over HTTPS from the pool by default. */
  fetcher?: Fetcher
}

/** A cloud user pool. The browser calls it directly; the server verifies tokens and administers users. */
export function cloudIdentity({ id, clientId }: UserPool, { onError, fetcher }: Options): Identity {
  const region = id.slice(0, id.indexOf('_'))
  const origin = `https://cognito-idp.${region}.amazonaws.com`
  // Fetched keys stay valid while the pool is unreachable.
  let hasKeys = false
  const fetchKeys = async () => {
    if (!hasKeys) await jwksCache.getJwks(`${origin}/${id}/.well-known/jwks.json`)
    hasKeys = true
  }
  const jwksCache = new WatchedKeys({ ...(fetcher && { fetcher }) })
  const verifier = CognitoJwtVerifier.create({ userPoolId: id, clientId, tokenUse: 'id' }, { jwksCache })
  const verify: TokenVerifier = async (token) => {
    try {
      return toClaims(await verifier.verify(token))
    } catch (error) {
      if (isKeyError(error)) {
        onError(error)
        throw new HttpError('unavailable')
      }
      if (error instanceof JwtBaseError) return null
      throw error
    }
  }
  return {
    browser: { userPoolId: id, userPoolClientId: clientId, endpoint: null },
    foreignOrigin: origin,
    verifyToken: rememberVerified(verify, { keys: () => jwksCache.latest, now: Date.now }),
    // A pool lists remembered devices, but no sessions.
    sessions: null,
    administration: lazily(async () => {
      const { CognitoIdentityProviderClient } = await import('@aws-sdk/client-cognito-identity-provider')
      const { createAdministration } = await import('./administration.ts')
      return createAdministration(new CognitoIdentityProviderClient({ region }), id)
    }),
    mount() {},
    async warmUp() {
      // Not fatal, but calls get a 503 until the keys are fetched.
      await fetchKeys().catch(onError)
    },
    checkKeys: fetchKeys,
    close: async () => {},
  }
}

class WatchedKeys extends SimpleJwksCache {
  /** The keys as last fetched. */
  latest: object = {}

  override async getJwks(uri: string) {
    const fetched = await super.getJwks(uri)
    this.latest = fetched
    return fetched
  }
}

const KEY_ERRORS = [
  FetchError,
  JwksValidationError,
  JwkValidationError,
  JwkInvalidKtyError,
  JwkInvalidUseError,
  WaitPeriodNotYetEndedJwkError,
]

/** The JWKS could not be fetched, is malformed or is in its retry delay. The token may still be valid. */
function isKeyError(error: unknown): boolean {
  return KEY_ERRORS.some((kind) => error instanceof kind)
}
