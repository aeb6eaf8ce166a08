/**
 * The unmodified browser library, SDK and token verifier against a user pool, over its wire protocol.
 *
 * Always against the embedded provider. Against a real pool as well when these are set:
 *   COGNITO_USER_POOL_ID   e.g. ap-southeast-1_AbCdEf123
 *   COGNITO_CLIENT_ID      a public client (no secret) with ALLOW_USER_SRP_AUTH, ALLOW_USER_PASSWORD_AUTH,
 *                          ALLOW_REFRESH_TOKEN_AUTH, token revocation and PreventUserExistenceErrors=ENABLED
 * and AWS credentials that the SDK finds, with rights to the Admin* operations and ListUsers on that pool. The pool signs
 * in by email, requires no second factor and has our password policy. With COGNITO_MFA=optional, the tests of
 * authenticators run too, for about five minutes. Users are named success+contract-<uuid>@simulator.amazonses.com and
 * deleted at the end. Tests that need a code of a message run only against the embedded provider.
 */
import { describe } from 'vitest'
import { describeBrowserLibrary } from './browser-library.ts'
import { realPoolTarget } from './real-pool.ts'
import { describeSdk } from './sdk.ts'
import { describeCodesByMessage, describeRequiredSetUp, describeSecondFactors } from './second-factors.ts'
import { startEmbeddedTarget } from './target.ts'

const startRealPool = realPoolTarget(process.env)

describe('embedded provider', () => {
  describeBrowserLibrary(startEmbeddedTarget, { readsCodes: true })
  describeSdk(startEmbeddedTarget)
  describeSecondFactors(startEmbeddedTarget)
  describeCodesByMessage(startEmbeddedTarget)
  describeRequiredSetUp(() => startEmbeddedTarget({ mfa: 'required' }))
})

if (startRealPool) {
  describe('real pool', () => {
    describeBrowserLibrary(startRealPool, { readsCodes: false })
    describeSdk(startRealPool)
    // Waits for the authenticator's next code about ten times.
    if (process.env.COGNITO_MFA === 'optional') describeSecondFactors(startRealPool)
  })
}
