import type { Config } from '../../config/config.ts'
import { cloudIdentity } from './cloud.ts'
import { createEmbeddedProvider, type EmbeddedOptions, embeddedIdentity } from './embedded.ts'
import type { Identity } from './identity.ts'

export function createIdentity(
  {
    userPool,
    secondFactor,
    signInCallsPerMinute,
    publicUrl,
  }: Pick<Config, 'userPool' | 'secondFactor' | 'signInCallsPerMinute' | 'publicUrl'>,
  options: Omit<EmbeddedOptions, 'mfa' | 'signInCallsPerMinute' | 'publicUrl'>,
): Identity {
  return userPool
    ? cloudIdentity(userPool, { onError: options.onError })
    : embeddedIdentity(
        createEmbeddedProvider({ ...options, mfa: secondFactor, signInCallsPerMinute, publicUrl }),
      )
}
