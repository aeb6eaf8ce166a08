import { expect, test } from 'vitest'
import { checkValues, isDemanded, referencesIn } from './check-values.ts'

const values = { password: 'a', again: '', from: '2', to: '1' }
const fields = {
  password: { label: 'Password', rules: 'required|min:12|has_number' },
  again: { label: 'Confirm password', rules: 'required|confirm_password:@password' },
  to: {
    label: 'To',
    reads: ['from' as const],
    check: (to: string, { from }: typeof values) => (to < from ? 'Ends before it starts' : undefined),
  },
}
const none = new Map()

test('each field says the first thing that is wrong with it, rules before its own check', async () => {
  expect(await checkValues(values, fields, none)).toEqual({
    password: { type: 'min', message: 'Must contain at least 12 characters' },
    again: { type: 'required', message: 'Enter Confirm password' },
    to: { type: 'check', message: 'Ends before it starts' },
  })
  const emptied = { ...fields, to: { ...fields.to, rules: 'required' } }
  expect((await checkValues({ ...values, to: '' }, emptied, none)).to?.message).toBe('Enter To')
})

test('what the server said about a value stands until the value is another', async () => {
  const taken = new Map([['from', { value: '2', message: 'Taken' }]])
  const from = { from: { label: 'From', rules: 'required' } }
  expect(await checkValues(values, from, taken)).toEqual({ from: { type: 'server', message: 'Taken' } })
  expect(await checkValues({ ...values, from: '3' }, from, taken)).toEqual({})
  expect((await checkValues({ ...values, from: '' }, from, taken)).from?.message).toBe('Enter From')
})

test('a field follows those its rules and its check look at', () => {
  expect(referencesIn<typeof values>(fields)).toEqual({ password: [], again: ['password'], to: ['from'] })
})

test.each([
  ['required|min:3', true],
  ['max:30|select_required', true],
  ['required_files', true],
  ['min:3', false],
  ['', false],
  [{ required: true }, true],
  [{ required: false, min: 3 }, false],
])('%j has to be filled in: %s', (rules, demanded) => {
  expect(isDemanded({ rules })).toBe(demanded)
})
