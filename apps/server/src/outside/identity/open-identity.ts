import type { Config } from '../../config.ts'
import { cloudIdentity } from './cloud.ts'
import { createEmbeddedIdentity, type EmbeddedOptions, embeddedIdentity } from './embedded.ts'
import type { Identity } from './identity.ts'

/** The identity provider this configuration names. */
export function openIdentity(
  { userPool, secondFactor }: Pick<Config, 'userPool' | 'secondFactor'>,
  options: Omit<EmbeddedOptions, 'mfa'>,
): Identity {
  return userPool
    ? cloudIdentity(userPool, { onError: options.onError })
    : embeddedIdentity(createEmbeddedIdentity({ ...options, mfa: secondFactor }))
}
