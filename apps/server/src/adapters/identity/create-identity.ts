import type { Config } from '../../config.ts'
import { cloudIdentity } from './cloud.ts'
import { createEmbeddedProvider, type EmbeddedOptions, embeddedIdentity } from './embedded.ts'
import type { Identity } from './identity.ts'

export function createIdentity(
  { userPool, secondFactor }: Pick<Config, 'userPool' | 'secondFactor'>,
  options: Omit<EmbeddedOptions, 'mfa'>,
): Identity {
  return userPool
    ? cloudIdentity(userPool, { onError: options.onError })
    : embeddedIdentity(createEmbeddedProvider({ ...options, mfa: secondFactor }))
}
