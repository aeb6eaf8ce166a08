import type { IdentityProvider } from '@backoffice/identity'
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

export type RotateKey = IdentityProvider['rotateSigningKey']

/** Null with a cloud pool, which rotates its own keys. */
export function createKeyRotation(
  { userPool }: Pick<Config, 'userPool'>,
  options: Omit<EmbeddedOptions, 'mfa' | 'outbox'>,
): RotateKey | null {
  if (userPool) return null
  return async (age) => {
    const provider = createEmbeddedProvider(options)
    try {
      return await provider.rotateSigningKey(age)
    } finally {
      await provider.close()
    }
  }
}
