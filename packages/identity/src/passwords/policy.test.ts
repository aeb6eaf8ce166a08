import { expect, test } from 'vitest'
import { assertPolicy, DEFAULT_POLICY, generatePassword } from './policy.ts'

test.each([
  ['Short#2026', 'not long enough'],
  ['backoffice#2026', 'uppercase'],
  ['BACKOFFICE#2026', 'lowercase'],
  ['Backoffice#only', 'numeric'],
  ['Backoffice-2026', 'symbol'],
  [`Aa1!${'x'.repeat(253)}`, 'too long'],
])('rejects %s', (password, violation) => {
  expect(() => assertPolicy(password, DEFAULT_POLICY)).toThrow(violation)
})

test.each(['Backoffice#2026', 'Welcome#2026', 'aaaaaaaaaA1*'])('accepts %s', (password) => {
  expect(() => assertPolicy(password, DEFAULT_POLICY)).not.toThrow()
})

test('generated passwords meet the policy and differ', () => {
  const passwords = Array.from({ length: 200 }, () => generatePassword(DEFAULT_POLICY))
  for (const password of passwords) expect(() => assertPolicy(password, DEFAULT_POLICY)).not.toThrow()
  expect(new Set(passwords).size).toBe(passwords.length)
})
