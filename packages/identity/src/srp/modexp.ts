import { DiffieHellman, getDiffieHellman } from 'node:crypto'

// RFC 3526's 3072-bit group, the one user pools use for SRP, under OpenSSL's name for it.
const group = getDiffieHellman('modp15')

const setPrivateKey: (key: Buffer) => void = DiffieHellman.prototype.setPrivateKey

export const N = BigInt(`0x${group.getPrime('hex')}`)
export const GENERATOR = 2n

/** Number of exponentiations in this process, by which tests compare the work of two replies. */
export const work = { modexps: 0 }

/**
 * `base ** exponent mod N`. OpenSSL takes half a millisecond for a 256-bit exponent, BigInt three, and only
 * OpenSSL's time does not depend on the exponent's bits.
 */
export function modexp(base: bigint, exponent: bigint): bigint {
  work.modexps += 1
  return (opensslAgrees && opensslModexp(base, exponent)) || bigintModexp(base, exponent)
}

/** Left to right, four bits at a time. */
export function bigintModexp(base: bigint, exponent: bigint): bigint {
  const powers = [1n]
  for (let i = 1; i < 16; i++) powers.push(((powers[i - 1] ?? 1n) * base) % N)
  let result = 1n
  for (const digit of exponent.toString(16)) {
    for (let i = 0; i < 4; i++) result = (result * result) % N
    result = (result * (powers[Number.parseInt(digit, 16)] ?? 1n)) % N
  }
  return result
}

/**
 * A Diffie-Hellman shared secret is the peer's public value raised to the private key: exactly this operation.
 * The named group hides setPrivateKey, but the class's own works on it; making an unnamed group instead would
 * test the prime for primality and block the process for more than a second.
 * `undefined` where OpenSSL refuses: bases 0, 1 and N-1, and exponents that are no valid key.
 */
export function opensslModexp(base: bigint, exponent: bigint): bigint | undefined {
  try {
    setPrivateKey.call(group, bytes(exponent))
    return BigInt(`0x${group.computeSecret(bytes(base)).toString('hex')}`)
  } catch {
    return undefined
  }
}

/** Big-endian; as many bytes as asked for, or as needed. */
export function bytes(value: bigint, length?: number): Buffer {
  const hex = value.toString(16)
  return Buffer.from(
    hex.padStart(length === undefined ? hex.length + (hex.length % 2) : length * 2, '0'),
    'hex',
  )
}

// Nothing documents the borrowed setter, so a runtime that changes it costs speed, never a wrong answer.
const opensslAgrees = ((): boolean => {
  const base = bigintModexp(GENERATOR, 0x1234_5678_9abc_def1n)
  const exponent = (1n << 255n) + 0xfeed_beefn
  return opensslModexp(base, exponent) === bigintModexp(base, exponent)
})()
