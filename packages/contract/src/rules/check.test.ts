import { expect, test } from 'vitest'
import { checkField, checkFields, passesRules } from './check.ts'

const name = 'field'

test('returns the first failing rule in written order', async () => {
  expect(await checkField('a', 'required|min:8|email', { name })).toMatchObject({ rule: 'min' })
  expect(await checkField('a', 'required|email|min:8', { name })).toMatchObject({ rule: 'email' })
  expect(await checkField('a', { email: true, min: 8 }, { name })).toMatchObject({ rule: 'email' })
  expect(await checkField('', 'min:8|required', { name })).toMatchObject({ rule: 'required' })
  expect(await checkField('a@x.ph', 'required|email', { name })).toBeUndefined()
  expect(await checkField('a', { email: false }, { name })).toBeUndefined()
})

test('an unknown rule is an error at any position', async () => {
  for (const unknown of ['frobnicate', 'toString', '__proto__', 'required ', 'Required'])
    await expect(checkField('', `required|${unknown}:1`, { name })).rejects.toThrow(
      `No such validator '${unknown}' exists.`,
    )
})

test('uses the product’s required: 0 is empty, a space and an empty list are not', async () => {
  expect(await checkField(0, 'required', { name })).toMatchObject({ message: 'Enter Field' })
  expect(await checkField(' ', 'required', { name })).toBeUndefined()
  expect(await checkField([], 'required', { name })).toBeUndefined()
})

test('uses a rule’s own message', async () => {
  const picture = { name: 'a.png', size: 1, type: 'image/png' }
  expect(
    await checkField(picture, 'dimensions:1,1', { name, messages: { dimensions: 'Wrong size' } }),
  ).toEqual({
    rule: 'dimensions',
    message: 'The width and height of a picture can only be checked in a browser',
  })
})

test('checks a form: errors by field, references between fields, nested paths', async () => {
  const values = { password: 'a', again: 'b', owner: { email: 'x' }, lines: [{ amount: '1' }], note: '' }
  const failures = await checkFields(values, {
    password: { label: 'Password', rules: 'required|min:12' },
    again: { rules: 'confirm_password:@password', messages: { confirm_password: 'Not the same' } },
    'owner.email': { rules: 'required|email' },
    'lines.0.amount': { rules: 'digits:1' },
    'lines.1.amount': { label: 'Second amount', rules: 'required' },
    note: {},
  })
  expect(failures).toEqual({
    password: { rule: 'min', message: 'Must contain at least 12 characters' },
    again: { rule: 'confirm_password', message: 'Not the same' },
    'owner.email': { rule: 'email', message: 'Invalid email address' },
    'lines.1.amount': { rule: 'required', message: 'Enter Second amount' },
  })
})

test('the synchronous check passes no asynchronous rule', () => {
  expect([passesRules('abc', 'min:3|max:3'), passesRules('abcd', 'min:3|max:3')]).toEqual([true, false])
  expect(passesRules([], 'dimensions:1,1')).toBe(false)
})
