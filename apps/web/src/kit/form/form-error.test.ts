import { expect, test } from 'vitest'
import { FormError, placeErrors } from './form-error.ts'

const names = ['purpose', 'date_from', 'address.city']

test.each([
  ['purpose', 'purpose'],
  ['body.date_from', 'date_from'],
  ['/body/date_from', 'date_from'],
  ['body.address.city', 'address.city'],
])('%s is the field %s', (field, name) => {
  const { fields, rest } = placeErrors(
    new FormError('Not valid', { fields: [{ field, message: 'No' }] }),
    names,
  )
  expect([fields, rest]).toEqual([{ [name]: 'No' }, ''])
})

test('shows a message for an unknown field at the form', () => {
  const fields = [
    { field: 'body.source_filekey', message: 'Unknown file.' },
    { field: 'purpose', message: 'Too late for this purpose' },
  ]
  expect(placeErrors(new FormError('This was not accepted.', { fields }), names)).toMatchObject({
    fields: { purpose: 'Too late for this purpose' },
    rest: 'This was not accepted. Unknown file.',
  })
})

test('shows the first of several messages for a field', () => {
  const fields = ['One', 'Two'].map((message) => ({ field: 'purpose', message }))
  expect(placeErrors(new FormError('', { fields }), names).fields).toEqual({ purpose: 'One' })
})

test('without fields the message is for the form', () => {
  const placed = placeErrors(new FormError('Someone else was faster.', { focus: 'purpose' }), names)
  expect(placed).toEqual({
    fields: {},
    rest: 'Someone else was faster.',
    focus: 'purpose',
    unexpected: false,
  })
})

test('does not show the message of a bug', () => {
  expect(placeErrors(new TypeError('x is not a function'), names)).toMatchObject({
    rest: 'Something went wrong. Try again.',
    unexpected: true,
  })
})
