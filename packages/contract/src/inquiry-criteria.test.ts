import { expect, test } from 'vitest'
import {
  checkAccountNumber,
  checkCardNumber,
  checkRange,
  checkReference,
  checkSubject,
  checkTicket,
  withoutSeparators,
} from './inquiry-criteria.ts'

const CARD = '9990000000000011'

test.each([
  CARD,
  ' 9990 0000 0000 0011 ',
  '9990-0000-0000-0011',
  '9990–0000—0000−0011',
  '9990\u00a00000\u20090000\t0011',
  '9990.0000/0000_0011',
  '９９９０ ００００ ００００ ００１１',
])('accepts a card number as %j', (text) => {
  expect(withoutSeparators(text)).toBe(CARD)
  expect(checkCardNumber(text)).toBeUndefined()
})

test.each([
  ['', 'Enter the card number'],
  [' - ', 'Enter the card number'],
  ['999000000000001', 'A card number has 16 digits: this has 15'],
  ['99900000000000110', 'A card number has 16 digits: this has 17'],
  ['9990000000000012', 'Check digit is wrong: compare with the card'],
  ['9.99E+15', 'A card number has digits only'],
  ['0x23', 'A card number has digits only'],
])('reports the error of %j', (text, message) => expect(checkCardNumber(text)).toBe(message))

test('accounts have 10 to 12 digits', () => {
  expect(['3000000001', '3000-000001', '300000000123'].map(checkAccountNumber)).toEqual(
    Array(3).fill(undefined),
  )
  for (const text of ['300000000', '3000000000123', '30000000O1'])
    expect(checkAccountNumber(text)).toBe('An account number has 10 to 12 digits')
  expect(checkAccountNumber(' ')).toBe('Enter the account number')
})

test('a reference is an RRN or a receipt number, but not a card number', () => {
  expect(['632101000001', 'N000000001', 'a-1'].map(checkReference)).toEqual(Array(3).fill(undefined))
  expect(checkReference(' 9990 0000 0000 0011')).toBe('This is a card number: choose Card')
  for (const text of ["' OR 1", 'x'.repeat(21), 'ä1', '%', 'a b'])
    expect(checkReference(text)).toMatch(/^A reference is/)
  expect(checkReference('')).toBe('Enter the reference')
})

test('the check depends on the mode', () => {
  expect(checkSubject('CARD', '3000000001')).toMatch(/16 digits/)
  expect(checkSubject('ACCOUNT', CARD)).toMatch(/10 to 12/)
  expect(checkSubject('REFERENCE', CARD)).toMatch(/choose Card/)
})

test('a ticket number is required, short and without a card number', () => {
  expect(checkTicket(' OPS-1 ')).toBeUndefined()
  expect(checkTicket(' ')).toBe('Enter Ticket number')
  expect(checkTicket('x'.repeat(31))).toMatch(/at most 30/)
  expect(checkTicket(`T ${CARD}`)).toMatch(/card number out/)
})

test.each<[string, string, ReturnType<typeof checkRange>]>([
  ['2026-08-21', '2026-11-20', undefined],
  ['2026-11-20', '2026-11-20', undefined],
  ['', '2026-11-20', { field: 'date_from', message: 'Enter Date from' }],
  ['2026-11-20', '', { field: 'date_to', message: 'Enter Date to' }],
  ['2026-11-20', '2026-11-19', { field: 'date_to', message: 'Date to is before Date from' }],
  ['2026-11-20', '2026-11-21', { field: 'date_to', message: 'Date to is in the future' }],
  ['2026-08-20', '2026-11-20', { field: 'date_from', message: 'The range has 93 days. Choose at most 92.' }],
])('the range %j to %j', (date_from, date_to, wanted) => {
  expect(checkRange({ date_from, date_to }, '2026-11-20')).toEqual(wanted)
})
