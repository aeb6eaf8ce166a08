import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkField, type RuleSet } from './check.ts'
import { internationalPhone, productRules } from './product.ts'

type Row = [rules: RuleSet, passing: unknown[], failing: unknown[]]
const NOTHING = [undefined, null, '', []]

const rows: Row[] = [
  ['required', [' ', [], {}, 'a', 1, '0', true, ['']], [undefined, null, '', 0, false, Number.NaN]],
  ['select_required', ['a', 1, {}, ' ', ['a'], [0], ['']], [undefined, null, '', 0, false, Number.NaN, []]],
  [
    'phone_number',
    ['09171234567', '+639171234567', ['09171234567'], ...NOTHING],
    ['9171234567', '0917123456', '091712345678'],
  ],
  [
    'phone_number',
    [],
    ['639171234567', '+63 9171234567', '0917-123-4567', ' 09171234567', '09171234567\n', '+6309171234567'],
  ],
  ['phone_number', [], ['09١٧١٢٣٤٥٦٧', 'x09171234567', '0817123456', 9_171_234_567, {}]],
  [
    'ph_phone_number',
    ['+639171234567', ...NOTHING],
    ['09171234567', '+63917123456', '+6391712345678', '639171234567'],
  ],
  ['has_number', ['a1', '0', 5, ...NOTHING], ['abc', '٣', ' ']],
  ['has_special_char', [...'!@#$%^&*', 'a!b', ...NOTHING], ['abc1', '?', '(', '_', '-', '.', '€', ' ']],
  ['has_upper_lower_case', ['aB', 'Ab1', ...NOTHING], ['ab', 'AB', '1', 'aÉ', 'Éa', 'éÉ']],
  ['no_spaces', ['abc', 'a-b', 5, ...NOTHING], ['a b', ' a', 'a ', 'a\tb', 'a\nb', '\u00A0', ' ']],
]

test.each(rows)('%o', async (rules, passing, failing) => {
  const wronglyFailing = []
  const wronglyPassing = []
  for (const value of passing) if (await checkField(value, rules, { name: 'x' })) wronglyFailing.push(value)
  for (const value of failing)
    if (!(await checkField(value, rules, { name: 'x' }))) wronglyPassing.push(value)
  expect({ wronglyFailing, wronglyPassing }).toEqual({ wronglyFailing: [], wronglyPassing: [] })
})

test.each([
  ['secret', 'secret', true],
  ['secret', 'Secret', false],
  ['', 'secret', false],
  [undefined, 'secret', false],
  ['secret', undefined, false],
  ['', undefined, true],
  [undefined, '', true],
  [1, '1', false],
])('confirm_password of %o against %o: %s', async (value, password, expected) => {
  const field = { name: 'again', values: { password } }
  expect((await checkField(value, 'confirm_password:@password', field)) === undefined).toBe(expected)
})

test('there are twelve rules', () => {
  expect(Object.keys(productRules)).toHaveLength(12)
})

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
