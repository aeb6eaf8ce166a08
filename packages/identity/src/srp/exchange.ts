import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { bytes, GENERATOR, modexp, N } from './modexp.ts'

/** User of an SRP-6a exchange. The verifier binds both values, so neither may ever change. */
type Identity = { poolName: string; userId: string }

export const VERIFIER_BYTES = 384

const K = hash(padded(N), padded(GENERATOR))

export function newSalt(): Buffer {
  return randomBytes(16)
}

/** One exponentiation. */
export function verifierOf(identity: Identity, password: string, salt: Buffer): bigint {
  const inner = createHash('sha256').update(`${identity.poolName}${identity.userId}:${password}`).digest()
  return modexp(GENERATOR, hash(padded(toBigInt(salt)), inner))
}

/** Values of the server's side: `b` and `u` stay secret, `B` is sent. One exponentiation. */
export function serverValues(verifier: bigint, A: bigint): { b: bigint; B: bigint; u: bigint } {
  // The minimum of RFC 5054, because a short exponent is fast.
  const b = toBigInt(randomBytes(32))
  const B = (K * verifier + modexp(GENERATOR, b)) % N
  return { b, B, u: hash(padded(A), padded(B)) }
}

type Proof = Identity & {
  verifier: bigint
  A: bigint
  b: bigint
  u: bigint
  secretBlock: Buffer
  timestamp: string
}

/** Signature of a client that knows the password. Two exponentiations. */
export function expectedSignature(proof: Proof): Buffer {
  const secret = modexp((proof.A * modexp(proof.verifier, proof.u)) % N, proof.b)
  const key = hkdfSync('sha256', padded(secret), padded(proof.u), 'Caldera Derived Key', 16)
  return createHmac('sha256', Buffer.from(key))
    .update(proof.poolName)
    .update(proof.userId)
    .update(proof.secretBlock)
    .update(proof.timestamp)
    .digest()
}

export function toBigInt(value: Buffer): bigint {
  return BigInt(`0x${value.toString('hex') || '0'}`)
}

/** Big-endian bytes with a leading zero if the top bit is set, as the browser library hashes numbers. */
export function padded(value: bigint): Buffer {
  const plain = bytes(value)
  return (plain[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), plain]) : plain
}

function hash(...parts: Buffer[]): bigint {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return toBigInt(digest.digest())
}
