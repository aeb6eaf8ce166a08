import type { IdentityProvider } from '@backoffice/identity'
import type { Config } from '../../config/config.ts'
import type { EmbeddedOptions } from './embedded.ts'

export type RotateKey = IdentityProvider['rotateSigningKey']

/** Null with a cloud pool, which rotates its own keys. Imported lazily: it runs once a day. */
export function createKeyRotation(
  { userPool }: Pick<Config, 'userPool'>,
  options: Omit<EmbeddedOptions, 'mfa' | 'outbox'>,
): RotateKey | null {
  if (userPool) return null
  return async (age) => {
    const { createEmbeddedProvider } = await import('./embedded.ts')
    const provider = createEmbeddedProvider(options)
    try {
      return await provider.rotateSigningKey(age)
    } finally {
      await provider.close()
    }
  }
}
