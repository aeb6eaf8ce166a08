import type { IdentityProvider } from '@backoffice/identity'
import type { Config } from '../../config.ts'
import type { EmbeddedOptions } from './embedded.ts'

export type RotateKey = IdentityProvider['rotateSigningKey']

/** Null with a cloud pool, which replaces its keys by itself. The provider is loaded when it is needed: once a day. */
export function keyRotation(
  { userPool }: Pick<Config, 'userPool'>,
  options: Omit<EmbeddedOptions, 'mfa' | 'outbox'>,
): RotateKey | null {
  if (userPool) return null
  return async (age) => {
    const { createEmbeddedIdentity } = await import('./embedded.ts')
    const provider = createEmbeddedIdentity(options)
    try {
      return await provider.rotateSigningKey(age)
    } finally {
      await provider.close()
    }
  }
}
