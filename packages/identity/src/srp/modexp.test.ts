import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../testing/property-runs.ts'
import { bigintModexp, bytes, modexp, N, opensslModexp } from './modexp.ts'

/** Plain square and multiply, bit by bit. */
function reference(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let power = base % N
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * power) % N
    power = (power * power) % N
  }
  return result
}

const exponents = fc.oneof(fc.bigInt({ min: 0n, max: 300n }), fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }))
const bases = fc.oneof(fc.constantFrom(0n, 1n, 2n, N - 2n, N - 1n), fc.bigInt({ min: 0n, max: N - 1n }))

test('every implementation agrees with square and multiply', () => {
  fc.assert(
    fc.property(bases, exponents, (base, exponent) => {
      const expected = reference(base, exponent)
      expect(bigintModexp(base, exponent)).toBe(expected)
      expect(modexp(base, exponent)).toBe(expected)
      expect([expected, undefined]).toContain(opensslModexp(base, exponent))
    }),
    { numRuns: propertyRuns(100) },
  )
})

test('OpenSSL computes the powers of a sign-in', () => {
  const square = (3n ** 2000n) ** 2n % N
  expect(opensslModexp(square, (1n << 255n) + 12_345n)).toBe(reference(square, (1n << 255n) + 12_345n))
  expect(opensslModexp(2n, (1n << 256n) - 1n)).toBe(reference(2n, (1n << 256n) - 1n))
})

test('pads numbers to a given length with leading zeros', () => {
  expect(bytes(0x0abcn).toString('hex')).toBe('0abc')
  expect(bytes(1n, 4).toString('hex')).toBe('00000001')
})
