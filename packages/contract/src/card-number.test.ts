import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskCardNumbers, maskedCard, nameProblem, passesLuhn } from './card-number.ts'

test.each(['9990000000000011', '9990000000000029', '9990000000001233', '9999000000004568'])(
  '%s is a card number',
  (card) => {
    expect(passesLuhn(card)).toBe(true)
  },
)

test('rejects one wrong digit', () => {
  const digits = fc.stringMatching(/^\d{15}$/)
  fc.assert(
    fc.property(digits, fc.nat(14), fc.integer({ min: 1, max: 9 }), (stem, at, by) => {
      const check = '0123456789'.split('').find((digit) => passesLuhn(stem + digit)) ?? ''
      const wrong = `${stem.slice(0, at)}${(Number(stem[at]) + by) % 10}${stem.slice(at + 1)}${check}`
      expect(passesLuhn(wrong)).toBe(false)
    }),
  )
})

test('masks possible card numbers to their last four digits and keeps the rest', () => {
  expect(maskCardNumbers('card 9990000000000011, ref 1234567890123456, at 20261120')).toBe(
    'card ••••0011, ref 1234567890123456, at 20261120',
  )
  expect(maskCardNumbers('99900000000000110000')).toBe('99900000000000110000')
  for (const grouped of [
    '9990 0000 0000 0011',
    '9990-0000-0000-0011',
    '9990  0000  0000  0011',
    '9990.0000.0000.0011',
    '9990/0000/0000/0011',
    '9990\u00a00000\u00a00000\u00a00011',
    '9990\u20110000\u20110000\u20110011',
    '9990%200000%200000%200011',
    '9990+0000+0000+0011',
  ]) {
    expect(maskCardNumbers(`q=${grouped}&x`)).toBe('q=••••0011&x')
  }
  const uuid = '99900000-0000-0001-1999-000000000011'
  expect(maskCardNumbers(`file ${uuid}.`)).toBe(`file ${uuid}.`)
  expect(maskCardNumbers('2026-11-24..2026-11-24')).toBe('2026-11-24..2026-11-24')
  expect(maskCardNumbers('2026-11-24 9990000000000011')).toBe('2026-11-24 ••••0011')
  const hash = `${'ab'.repeat(20)}9990000000000011${'cd'.repeat(4)}`
  expect(maskCardNumbers(hash)).toBe(hash)
  expect(maskedCard('9990000000000011')).toBe('•••• 0011')
  expect(maskedCard('999000 •••••• 0011')).toBe('•••• 0011')
  expect(maskedCard('9990000000000011', 'first-six')).toBe('999000 •••••• 0011')
})

test.each([
  ['2026-11-20 9990000000000011', '2026-11-20 ••••0011'],
  ['row 12 9990 0000 0000 0011', 'row 12 ••••0011'],
  ['9990-0000-0000-0011 8', '••••0011 8'],
  ['7%209990000000000011%2043', '7%20••••0011%2043'],
  ['/a%209990000000000011', '/a%20••••0011'],
  ['?q=%279990%2F0000%2F0000%2F0011%27', '?q=%27••••0011%27'],
  ['9990000000000011 9990000000000029', '••••0011 ••••0029'],
  ['12 99900000-0000-0001-1999-000000000011', '12 99900000-0000-0001-1999-000000000011'],
])('masks a card next to other numbers: %s', (text, masked) => {
  expect(maskCardNumbers(text)).toBe(masked)
})

test('masks a card among any numbers', () => {
  const around = fc.array(fc.tuple(fc.stringMatching(/^\d{1,14}$/), fc.constantFrom(' ', '-', '%20', ' / ')))
  const card = fc.constantFrom('9990000000000011', '9990 0000 0000 0029', '9999-0000-0000-4568')
  const left = fc.property(around, card, around, (before, number, after) => {
    const [head, tail] = [before, after].map((parts) => parts.map(([digits, gap]) => digits + gap).join(''))
    const masked = maskCardNumbers(`${head}${number} ${tail}`)
    expect(masked).not.toContain(number)
  })
  fc.assert(left)
})

test('takes linear time on a long run of digits', () => {
  const started = performance.now()
  maskCardNumbers('1 '.repeat(50_000))
  maskCardNumbers('12 '.repeat(50_000))
  expect(performance.now() - started).toBeLessThan(2_000)
})

/** Zeros of every script with decimal digits, and of forms that NFKC maps to ASCII. */
const ZEROS = Array.from({ length: 0x1_fc00 }, (_, code) => code).filter(
  (code) => /^\p{Nd}$/u.test(String.fromCodePoint(code)) && isZero(code),
)

function isZero(code: number): boolean {
  let first = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1
  return (code - first) % 10 === 0
}

const inDigitsOf = (zero: number, text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

test('masks digits of any script, grouped or not, even in a URL', () => {
  expect(ZEROS.length).toBeGreaterThan(60)
  for (const zero of ZEROS)
    for (const card of ['9990000000000011', '9990 0000-0000.0011']) {
      const written = inDigitsOf(zero, card)
      const masked = [written, `é ${written}, x`, encodeURIComponent(`é${written}`)].map(maskCardNumbers)
      expect([zero, ...masked]).toEqual([zero, '••••0011', 'é ••••0011, x', '%C3%A9••••0011'])
    }
})

test('masks mixed scripts, circled digits and cards with invisible characters', () => {
  const mixed = '９９９٠٠٠००००00০0１1'
  for (const written of [mixed, [...mixed].join('\u200b\u202e\u2066'), [...mixed].join('\ufe0f\u20e3')])
    expect(maskCardNumbers(`a ${written}.csv`)).toBe('a ••••0011.csv')
  expect(maskCardNumbers('⑨⑨⑨⓪⓪⓪⓪⓪⓪⓪⓪⓪⓪⓪①①')).toBe('••••0011')
  expect(maskCardNumbers('９９９0－0000－0000－0011')).toBe('••••0011')
  const other = 'ref １２３４５６７８９０１２３４５６ ½ ② … ﬁ “é” 👍'
  expect(maskCardNumbers(other)).toBe(other)
})

test('changes nothing but cards in text of other scripts', () => {
  const words = fc.string({ unit: 'binary' }).filter((text) => !/\p{N}|%/u.test(text.normalize('NFKC')))
  const zero = fc.constantFrom(...ZEROS)
  const property = fc.property(words, zero, words, (before, from, after) => {
    const text = `${before}x${inDigitsOf(from, '9990000000000029')}x${after}`
    expect(maskCardNumbers(text)).toBe(`${before}x••••0029x${after}`)
  })
  fc.assert(property)
})

test.each([
  ['Robinsons Place – Parañaque (2F)', undefined],
  ['Günther’s Café & Co. 24/7', undefined],
  ['001234567890', undefined],
  // A receipt number that begins with a date. It passes the check digit, but no issuer has this prefix.
  ['202611280000175', undefined],
  ['4111111111111111', 'card'],
  ['9990000000000011', 'card'],
  ['Branch 9990-0000-0000-0011', 'card'],
  ['９９９０ ００００ ００００ ００１１', 'card'],
  ['Maria\u200bReyes', 'hidden'],
  ['\u202eseyeR airaM', 'hidden'],
  ['Maria\u2066Reyes', 'hidden'],
  ['Maria\ufeffReyes', 'hidden'],
  ['Maria\u3164Reyes', 'hidden'],
  ['Maria\nReyes', 'hidden'],
  ['Maria\u2028Reyes', 'hidden'],
])('%j: %s', (text, problem) => {
  expect(nameProblem(text)).toBe(problem)
})

test('a card number anywhere in a text is found, in any grouping, and masked in free text', () => {
  const card = fc.constantFrom(
    '9990000000000011',
    '9990 0000 0000 0011',
    '9990-0000.0000_0011',
    '٩٩٩٠000000000011',
  )
  const words = fc.stringMatching(/^[A-Za-z ,]{0,8}$/)
  fc.assert(
    fc.property(words, card, words, (before, number, after) => {
      expect(nameProblem(`${before}${number}${after}`)).toBe('card')
    }),
  )
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{0,2}\d{0,20}$/), (text) => {
      if (nameProblem(text) === 'card') expect(maskCardNumbers(text)).not.toBe(text)
    }),
  )
})
