import { expect, test } from 'vitest'
import { FormError, placeErrors } from './form-error.ts'

const names = ['purpose', 'date_from', 'address.city']

test.each([
  ['purpose', 'purpose'],
  ['body.date_from', 'date_from'],
  ['/body/date_from', 'date_from'],
  ['body.address.city', 'address.city'],
])('%s is the field %s', (field, name) => {
  const { at, rest } = placeErrors(new FormError('Not valid', { fields: [{ field, message: 'No' }] }), names)
  expect([at, rest]).toEqual([{ [name]: 'No' }, ''])
})

test('what belongs to no field of the form is said by the form, not lost', () => {
  const fields = [
    { field: 'body.source_filekey', message: 'Unknown file.' },
    { field: 'purpose', message: 'Too late for this purpose' },
  ]
  expect(placeErrors(new FormError('This was not accepted.', { fields }), names)).toMatchObject({
    at: { purpose: 'Too late for this purpose' },
    rest: 'This was not accepted. Unknown file.',
  })
})

test('the first of several sentences for a field is the one shown', () => {
  const fields = ['One', 'Two'].map((message) => ({ field: 'purpose', message }))
  expect(placeErrors(new FormError('', { fields }), names).at).toEqual({ purpose: 'One' })
})

test('without fields the sentence is for the form', () => {
  const refusal = placeErrors(new FormError('Somebody was quicker.', { focus: 'purpose' }), names)
  expect(refusal).toEqual({ at: {}, rest: 'Somebody was quicker.', focus: 'purpose', unexpected: false })
})

test('a fault of ours is not read out to staff', () => {
  expect(placeErrors(new TypeError('x is not a function'), names)).toMatchObject({
    rest: 'Something went wrong. Try again.',
    unexpected: true,
  })
})
