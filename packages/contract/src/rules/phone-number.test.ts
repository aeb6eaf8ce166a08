import fc from 'fast-check'
import { expect, test } from 'vitest'
import { internationalPhone } from './phone-number.ts'

test.each([
  '0917 555 0123',
  '09175550123',
  '+63 917 555 0123',
  '63 917-555-0123',
  '(0917) 555.0123',
  '+639175550123',
])('rewrites %s', (text) => expect(internationalPhone(text)).toBe('+639175550123'))

test.each([
  '',
  '917 555 0123',
  '0817 555 0123',
  '0917 555 012',
  '0917 555 01234',
  '+1 917 555 0123',
  'call me',
])('does not change “%s”', (text) => expect(internationalPhone(text)).toBe(text))

test('a rewritten number passes the strict rule and is not rewritten again', () => {
  const parts = fc.tuple(
    fc.constantFrom('0', '+63', '63', '+63 '),
    fc.array(fc.constantFrom(...'0123456789'), { minLength: 9, maxLength: 9 }),
    fc.constantFrom('', ' ', '-'),
  )
  fc.assert(
    fc.property(parts, ([prefix, digits, separator]) => {
      const phone = internationalPhone(`${prefix}9${separator}${digits.join(separator)}`)
      expect(phone).toMatch(/^\+639\d{9}$/)
      expect(internationalPhone(phone)).toBe(phone)
    }),
  )
})
