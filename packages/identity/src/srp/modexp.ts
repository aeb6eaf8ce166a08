import { DiffieHellman, getDiffieHellman } from 'node:crypto'

// The 3072-bit group of RFC 3526, which user pools use for SRP, by its OpenSSL name.
const group = getDiffieHellman('modp15')

const setPrivateKey: (key: Buffer) => void = DiffieHellman.prototype.setPrivateKey

export const N = BigInt(`0x${group.getPrime('hex')}`)
export const GENERATOR = 2n

/** Number of exponentiations in this process, for tests that compare the work of two requests. */
export const work = { modexps: 0 }

/**
 * `base ** exponent mod N`. OpenSSL takes 0.5 ms for a 256-bit exponent, BigInt 3 ms, and only OpenSSL takes the
 * same time for all exponents.
 */
export function modexp(base: bigint, exponent: bigint): bigint {
  work.modexps += 1
  return (opensslAgrees && opensslModexp(base, exponent)) || bigintModexp(base, exponent)
}

/** Left-to-right exponentiation, four bits at a time. */
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
 * Uses a Diffie-Hellman shared secret, which is the peer's public value raised to the private key.
 * The named group hides setPrivateKey, but the method of the class works on it. An unnamed group would test the
 * prime and block the process for more than a second.
 * `undefined` where OpenSSL refuses: bases 0, 1 and N-1, and exponents that are not valid keys.
 */
export function opensslModexp(base: bigint, exponent: bigint): bigint | undefined {
  try {
    setPrivateKey.call(group, bytes(exponent))
    return BigInt(`0x${group.computeSecret(bytes(base)).toString('hex')}`)
  } catch {
    return undefined
  }
}

/** Big-endian bytes, padded to `length` if given. */
export function bytes(value: bigint, length?: number): Buffer {
  const hex = value.toString(16)
  return Buffer.from(
    hex.padStart(length === undefined ? hex.length + (hex.length % 2) : length * 2, '0'),
    'hex',
  )
}

// The setter is undocumented. If a runtime changes it, results are slower but still right.
const opensslAgrees = ((): boolean => {
  const base = bigintModexp(GENERATOR, 0x1234_5678_9abc_def1n)
  const exponent = (1n << 255n) + 0xfeed_beefn
  return opensslModexp(base, exponent) === bigintModexp(base, exponent)
})()
