import { expect, test } from 'vitest'
import { checkField } from './check.ts'
import { PASSWORD_RULES, passwordChecklist } from './password.ts'

const GOOD = 'Brand-new#2026'
const unmet = (text: string) =>
  passwordChecklist(text)
    .filter(({ met }) => !met)
    .map(({ words }) => words)

test('checks a password in this order', () => {
  expect(PASSWORD_RULES).toBe('required|min:12|no_spaces|has_upper_lower_case|has_number|has_special_char')
})

test.each([
  ['Short#1', 'At least 12 characters', 'Must contain at least 12 characters'],
  ['With a space#2026', 'No spaces', 'This field cannot contain any spaces.'],
  ['all-lower#2026', 'Upper and lower case letters', 'Must contain both uppercase and lowercase characters'],
  ['No-Numbers-Here#', 'A number', 'Must contain at least one number'],
  ['NoSpecialChar2026', 'One of ! @ # $ % ^ & *', 'Must contain at least one special character'],
])('%s fails one rule, in the list and in the message', async (text, words, message) => {
  expect(unmet(text)).toEqual([words])
  expect(await checkField(text, PASSWORD_RULES, { name: 'password' })).toMatchObject({ message })
})

test('a valid password meets all rules, an empty one none', async () => {
  expect(unmet(GOOD)).toEqual([])
  expect(await checkField(GOOD, PASSWORD_RULES, { name: 'password' })).toBeUndefined()
  expect(unmet('')).toHaveLength(5)
})
