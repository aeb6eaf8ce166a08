import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import type { Target } from './target.ts'

/** The pool named by the environment; see the header of `contract.test.ts`. */
export function realPoolTarget(environment: NodeJS.ProcessEnv): (() => Promise<Target>) | undefined {
  const { COGNITO_USER_POOL_ID: userPoolId, COGNITO_CLIENT_ID: clientId } = environment
  if (!userPoolId || !clientId) return undefined
  const [region = ''] = userPoolId.split('_')
  return async () => {
    const admin = new CognitoIdentityProviderClient({ region })
    return {
      userPoolId,
      clientId,
      region,
      issuer: `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`,
      endpoint: undefined,
      admin,
      outbox: undefined,
      jwks: undefined,
      now: Date.now,
      advance: undefined,
      close: async () => admin.destroy(),
    }
  }
}
