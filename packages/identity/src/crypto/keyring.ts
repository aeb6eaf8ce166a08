import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Each purpose has a key of its own, derived from the key that is stored outside the database. */
export type Purpose =
  | 'verifier'
  | 'totp-secret'
  | 'signing-key'
  | 'srp-challenge'
  | 'new-password-challenge'
  | 'totp-challenge'
  | 'sms-challenge'
  | 'mfa-setup-challenge'
  | 'mfa-set-up'
  | 'page'

export type Keyring = {
  /** Encrypts for one purpose and one owner; opening it for another fails. */
  seal(purpose: Purpose, owner: string, plain: Buffer): Buffer
  /** `undefined` unless sealed by this key for this purpose and owner. */
  open(purpose: Purpose, owner: string, sealed: Buffer): Buffer | undefined
  /** Keyed one-way hash, 32 bytes. */
  digest(kind: string, text: string): Buffer
}

// Leading byte of sealed data, to distinguish a later key or cipher.
const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16

export function createKeyring(key: Buffer): Keyring {
  if (key.length !== 32) throw new Error('the identity key must be 32 bytes long')
  const derived = new Map<string, Buffer>()
  const keyFor = (use: string): Buffer => {
    const known = derived.get(use)
    if (known) return known
    const fresh = Buffer.from(hkdfSync('sha256', key, '', `backoffice-identity:${use}`, 32))
    derived.set(use, fresh)
    return fresh
  }
  const digestKey = keyFor('digest')

  return {
    seal(purpose, owner, plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv)
      cipher.setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), iv, body, cipher.getAuthTag()])
    },
    open(purpose, owner, sealed) {
      if (sealed.length < 1 + IV_BYTES + TAG_BYTES || sealed[0] !== VERSION) return undefined
      const iv = sealed.subarray(1, 1 + IV_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(1 + IV_BYTES, -TAG_BYTES)), decipher.final()])
      } catch {
        return undefined
      }
    },
    digest: (kind, text) => createHmac('sha256', digestKey).update(`${kind}\0${text}`).digest(),
  }
}
