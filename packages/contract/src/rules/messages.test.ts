import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkField } from './check.ts'
import { messageOf, PRODUCT_MESSAGES, startCase } from './messages.ts'

const big = [{ name: 'a.csv', size: 3_000_000, type: 'text/csv' }]

test.each([
  ['x', 'email', 'Invalid email address'],
  ['x', 'min:8', 'Must contain at least 8 characters'],
  ['abcd', 'max:3', 'First Name must only contain 3 characters'],
  ['', 'required', 'Enter First Name'],
  [[], 'required_files', 'Enter First Name'],
  ['12', 'digits:3', 'First Name exceeds expected value'],
  ['x', 'phone_number', 'Invalid mobile number format'],
  ['x', 'ph_phone_number', 'Invalid mobile number format'],
  ['x', 'has_number', 'Must contain at least one number'],
  ['x', 'has_special_char', 'Must contain at least one special character'],
  ['x', 'has_upper_lower_case', 'Must contain both uppercase and lowercase characters'],
  ['a b', 'no_spaces', 'This field cannot contain any spaces.'],
  ['x', 'confirm_password:@password', 'Passwords do not match'],
  [[], 'select_required', 'Select First Name'],
  [big, 'fileSize:1', 'File size limit exceeded'],
  [
    big,
    'totalSize:1,0',
    'Total file size limit per record exceeded. Remove attached files to free up space.',
  ],
  ['x', 'numeric', 'First Name is invalid'],
  ['x', 'length:2', 'First Name is invalid'],
  [big, 'ext:pdf', 'First Name is invalid'],
])('%o breaking %s: %s', async (value, rules, message) => {
  expect(await checkField(value, rules, { name: 'first_name' })).toMatchObject({ message })
})

test('max names the field in start case, with a label too', async () => {
  const message = async (label: string) =>
    (await checkField('abcd', { max: { length: 3 } }, { name: 'ticket_no', label }))?.message
  expect(await message('Card number')).toBe('Card Number must only contain 3 characters')
  expect(await message('Ticket no. (optional)')).toBe('Ticket No Optional must only contain 3 characters')
  expect(await message('')).toBe('Ticket No must only contain 3 characters')
})

test('every other rule shows the unchanged label', async () => {
  const field = { name: 'ticket_no', label: 'Ticket no. (optional)' }
  for (const [value, rules, message] of [
    ['', 'required', 'Enter Ticket no. (optional)'],
    ['', 'select_required', 'Select Ticket no. (optional)'],
    ['12', 'digits:3', 'Ticket no. (optional) exceeds expected value'],
    ['x', 'numeric', 'Ticket no. (optional) is invalid'],
  ] as const)
    expect(await checkField(value, rules, field)).toMatchObject({ message })
  expect(await checkField('', 'required', { name: 'ticket_no', label: '' })).toMatchObject({
    message: 'Enter Ticket No',
  })
})

test('without a catalogue the phone rule has its own message, the others the default', async () => {
  const errorOf = (rules: string) => checkField('x', rules, { name: 'first_name' }, [])
  expect(await errorOf('phone_number')).toMatchObject({ message: 'This field must be a valid phone_number' })
  expect(await errorOf('ph_phone_number')).toMatchObject({ message: 'First Name is not valid' })
  expect(await errorOf('email')).toMatchObject({ message: 'First Name is not valid' })
})

test.each([
  [{ required: 'own' }, [{ required: 'first' }], 'own'],
  [{ email: 'other rule' }, [{ required: 'first' }], 'first'],
  [{ _default: 'own of all' }, [{ required: 'first' }], 'first'],
  [{ _default: 'own of all' }, [{ _default: 'first of all' }], 'own of all'],
  [{}, [{ _default: 'first of all' }, { required: 'second' }], 'first of all'],
  [{}, [{}, { required: 'second', _default: 'second of all' }], 'second'],
  [{}, [{}, { _default: 'second of all' }], 'second of all'],
  [{}, [{}, {}], 'X is not valid'],
  [{}, [], 'X is not valid'],
])('own %o over %o: %s', (messages, catalogues, expected) => {
  expect(messageOf('required', [], { name: 'x', messages }, catalogues)).toBe(expected)
})

test('ignores properties that every object has', () => {
  for (const rule of ['toString', 'constructor', '__proto__'])
    expect(messageOf(rule, [], { name: 'x', messages: {} }, [PRODUCT_MESSAGES])).toBe('X is invalid')
})

test.each([
  ['{field}!', [], 'Last Name!'],
  ['{field} {field}', [], 'Last Name Last Name'],
  ['{Field}: {field}', [], 'Last Name: Last Name'],
  ['{Field} 0:{Field}', { Field: 'param' }, 'Last Name param'],
  ['at least 0:{length}', ['8'], 'at least 8'],
  ['0:{min} to 1:{max}', [1, 9], '1 to 9'],
  ['{min} to {max}', { min: 1, max: 9 }, '1 to 9'],
  ['0:{min} to 1:{max}', { max: 9, min: 1 }, '1 to 9'],
  ['1:{max}', ['8'], '1:{max}'],
  ['{length}', ['8'], '{length}'],
  ['{unknown} and 0:{unknown}', {}, '{unknown} and 0:{unknown}'],
  ['{toString}', {}, '{toString}'],
  ['{} { } {a', [], '{} { } {a'],
  ['0:{x}', ['{field} $& $1'], '{field} $& $1'],
])('%s with %o reads %s', (template, params, expected) => {
  expect(messageOf('rule', params, { name: 'lastName' }, [{ rule: template }])).toBe(expected)
})

test.each([
  ['first_name', 'First Name'],
  ['companyCode', 'Company Code'],
  ['terminal_id', 'Terminal Id'],
  ['branchCode2', 'Branch Code 2'],
  ['SMACNumber', 'SMAC Number'],
  ['ticket_no', 'Ticket No'],
  ['lines.0.amount', 'Lines 0 Amount'],
  ['--date-from--', 'Date From'],
  ['ID', 'ID'],
  ["owner's name", 'Owners Name'],
  ['Peñaflor', 'Peñaflor'],
  ['año_nuevo', 'Año Nuevo'],
  ['ßeta_ß', 'ßeta ß'],
  ['', ''],
  ['__', ''],
])('%s → %s', (name, expected) => {
  expect(startCase(name)).toBe(expected)
})

test('is idempotent', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string())
  fc.assert(fc.property(text, (name) => startCase(startCase(name)) === startCase(name)))
})

test('keeps letters and digits in order and changes only first letters, to capitals', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (name) => {
      const cased = startCase(name)
      expect(cased.replaceAll(' ', '').toLowerCase()).toBe(name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase())
      expect(cased.split(' ').every((word) => /^[A-Z]*[a-z]*$|^[0-9]+$/.test(word))).toBe(true)
      expect(cased).not.toMatch(/^[a-z]| [a-z]|^ | $| {2}/)
    }),
  )
})
