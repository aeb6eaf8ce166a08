/**
 * The unmodified browser library, SDK and token verifier against a user pool, over its wire protocol.
 *
 * Always against the embedded provider. Against a real pool as well when these are set:
 *   COGNITO_USER_POOL_ID   e.g. ap-southeast-1_AbCdEf123
 *   COGNITO_CLIENT_ID      a public client (no secret) with ALLOW_USER_SRP_AUTH, ALLOW_USER_PASSWORD_AUTH,
 *                          ALLOW_REFRESH_TOKEN_AUTH, token revocation and PreventUserExistenceErrors=ENABLED
 * and AWS credentials the SDK finds by itself, allowed the Admin* operations and ListUsers on that pool. The pool
 * signs in by e-mail, asks no second factor and has our password policy. Users are named
 * success+contract-<uuid>@simulator.amazonses.com and deleted at the end. What a message says only the embedded
 * provider can tell, so the test that needs a code runs there alone.
 */
import { describe } from 'vitest'
import { describeBrowserLibrary } from './browser-library.ts'
import { realPoolTarget } from './real-pool.ts'
import { describeSdk } from './sdk.ts'
import { startEmbeddedTarget } from './target.ts'

const startRealPool = realPoolTarget(process.env)

describe('embedded provider', () => {
  describeBrowserLibrary(startEmbeddedTarget, { readsCodes: true })
  describeSdk(startEmbeddedTarget)
})

if (startRealPool) {
  describe('real pool', () => {
    describeBrowserLibrary(startRealPool, { readsCodes: false })
    describeSdk(startRealPool)
  })
}
