import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** Private Ed25519 key that signs the evidence of reviews. */
export type EvidenceKey = KeyObject

/** PKCS #8 of an Ed25519 key before its seed (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Key of a seed of 32 bytes. */
export function evidenceKeyOf(seed: Buffer): EvidenceKey {
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
}

/** PEM and fingerprint of the public part. */
export function publicKeyOf(key: EvidenceKey): { public_key: string; fingerprint: string } {
  const publicKey = createPublicKey(key)
  return {
    public_key: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    fingerprint: fingerprintOf(publicKey),
  }
}

/** First 16 hex digits of the SHA-256 of the DER key. */
export function fingerprintOf(publicKey: KeyObject): string {
  const der = publicKey.export({ format: 'der', type: 'spki' })
  return createHash('sha256').update(der).digest('hex').slice(0, 16)
}

/** Throws without a key. */
export function requireEvidenceKey(key: EvidenceKey | null): EvidenceKey {
  if (!key) throw new Error('EVIDENCE_KEY is not set')
  return key
}
