import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeOfStep, codeShownAt, fromBase32 } from '../testing/authenticator.ts'
import { codeAt, matchingStep, newTotpSecret, stepAt, toBase32 } from './totp.ts'

const RFC_SECRET = Buffer.from('12345678901234567890')

// RFC 4226, appendix D.
const BY_COUNTER = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')

// RFC 6238, appendix B, SHA-1. Six-digit codes are the last six of the eight listed.
const BY_SECOND: [number, string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
]

test('codes equal the examples of the standards', () => {
  expect(BY_COUNTER.map((_, counter) => codeAt(RFC_SECRET, counter))).toEqual(BY_COUNTER)
  for (const [second, code] of BY_SECOND) {
    expect(codeAt(RFC_SECRET, stepAt(second * 1000))).toBe(code.slice(2))
  }
})

// RFC 4648, section 10, without padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('encodes "%s" as "%s"', (plain, written) => {
  expect(toBase32(Buffer.from(plain))).toBe(written)
})

const secrets = fc.uint8Array({ minLength: 1, maxLength: 80 }).map((bytes) => Buffer.from(bytes))
const moments = fc.nat({ max: 4_000_000_000_000 })

test('codes equal those of the reference implementation', () => {
  fc.assert(
    fc.property(secrets, moments, (secret, atMs) => {
      expect(codeAt(secret, stepAt(atMs))).toBe(codeShownAt(toBase32(secret), atMs))
      expect(fromBase32(toBase32(secret))).toEqual(secret)
    }),
  )
})

/** Steps of codes relative to the server's: clocks that differ, codes typed late, twice or out of order. */
const tries = fc.array(
  fc.record({ waitMs: fc.nat({ max: 70_000 }), drift: fc.integer({ min: -3, max: 3 }) }),
  { minLength: 1, maxLength: 25 },
)

test('accepts a code within one step, only once and no older one afterwards', () => {
  fc.assert(
    fc.property(secrets, moments, tries, (secret, startMs, typed) => {
      let nowMs = startMs + 120_000
      let lastUsed = -1
      for (const { waitMs, drift } of typed) {
        nowMs += waitMs
        const now = Math.floor(nowMs / 30_000)
        const code = codeOfStep(secret, now + drift)
        const shown = [now - 1, now, now + 1].filter((step) => codeOfStep(secret, step) === code)
        const allowed = shown.filter((step) => step > lastUsed)
        const found = matchingStep(secret, code, nowMs, lastUsed)
        if (shown.length === 0) expect(found).toBe('mismatch')
        else if (allowed.length === 0) expect(found).toBe('used')
        else {
          expect(allowed).toContain(found)
          lastUsed = Number(found)
        }
      }
    }),
  )
})

test('rejects anything but six digits', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('', '12345', '1234567', '٠٠٠٠٠٠', ' 12345')),
      (text) => {
        fc.pre(!/^[0-9]{6}$/.test(text))
        expect(matchingStep(RFC_SECRET, text, 59_000, -1)).toBe('mismatch')
      },
    ),
  )
})

test('a secret has 160 random bits', () => {
  const made = Array.from({ length: 50 }, newTotpSecret)
  expect(new Set(made.map((secret) => secret.toString('hex'))).size).toBe(50)
  for (const secret of made) expect(secret).toHaveLength(20)
})
