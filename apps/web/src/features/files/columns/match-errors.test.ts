import { uploadLayout } from '@backoffice/contract/columns'
import { expect, test } from 'vitest'
import { FormError } from '../../../kit/form/form-error.ts'
import { placeMatchErrors, valueErrors } from './match-errors.ts'

const BRANCHES = uploadLayout('BRANCHES')
const SENT = [
  { field: 'branch_code', column: 1 },
  { field: 'opened_on', column: 4 },
  { field: 'region', value: 'NCR' },
]

test.each([
  ['body.columns.0.field', 'column:1'],
  ['/body/columns/2/value', 'value:region'],
  ['body.formats.opened_on', 'format:opened_on'],
  ['branch_code', 'column:1'],
  ['region', 'value:region'],
])('the message of %s is shown at %s', (field, at) => {
  const error = new FormError('', { fields: [{ field, message: 'No.' }] })
  expect(placeMatchErrors(error, SENT)).toEqual({ controls: { [at]: 'No.' }, rest: '' })
})

test('other messages are shown for the whole step', () => {
  const error = new FormError('Refused.', { fields: [{ field: 'body.sheet', message: 'No such sheet.' }] })
  expect(placeMatchErrors(error, SENT)).toEqual({ controls: {}, rest: 'Refused. No such sheet.' })
})

test('one value is checked by the rules of its field', async () => {
  expect(await valueErrors(BRANCHES, { branch_code: '0417', opened_on: '2026-12-31' })).toEqual({})
  expect(await valueErrors(BRANCHES, { branch_code: '4', opened_on: 'soon', region: ' ' })).toEqual({
    'value:branch_code': expect.stringMatching(/at least 3/),
    'value:opened_on': expect.stringMatching(/date/i),
    'value:region': 'Enter Region, or remove it',
  })
})
