import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CheckEvent,
  checkValues,
  isRequired,
  latestOnly,
  NOT_A_DATE,
  planChecks,
  referencesIn,
  tidied,
} from './checks.ts'

const references = { name: [], password: [], again: ['password'], city: ['address.zip'], address: [] }
const names = Object.keys(references)

const name = fc.constantFrom(...names)
const event: fc.Arbitrary<CheckEvent> = fc.oneof(
  fc.record({ type: fc.constant('blur' as const), name }),
  fc.record({ type: fc.constant('change' as const), name, value: fc.constantFrom('', 'x', null, undefined) }),
  fc.constant({ type: 'submit' as const }),
)

const run = (events: readonly CheckEvent[]) =>
  events.reduce<ReadonlySet<string>>(
    (checked, each) => planChecks(checked, each, references).checked,
    new Set(),
  )

test.each<[string, CheckEvent[], CheckEvent, string[]]>([
  ['leaving a field checks it alone', [], { type: 'blur', name: 'password' }, ['password']],
  ['a change checks its field', [], { type: 'change', name: 'name', value: 'x' }, ['name']],
  [
    'a field that refers to it is not checked before its own first check',
    [],
    { type: 'change', name: 'password', value: 'x' },
    ['password'],
  ],
  [
    'and is checked with it afterwards',
    [{ type: 'blur', name: 'again' }],
    { type: 'change', name: 'password', value: 'x' },
    ['password', 'again'],
  ],
  [
    'also when it is emptied',
    [{ type: 'blur', name: 'again' }],
    { type: 'change', name: 'password', value: '' },
    ['password', 'again'],
  ],
  [
    'but not while it has no value yet',
    [{ type: 'blur', name: 'again' }],
    { type: 'change', name: 'password', value: undefined },
    ['password'],
  ],
  [
    'nor when it is left unchanged',
    [{ type: 'blur', name: 'again' }],
    { type: 'blur', name: 'password' },
    ['password'],
  ],
  [
    'a path inside a value is a reference to the value',
    [{ type: 'submit' }],
    { type: 'change', name: 'address', value: {} },
    ['address', 'city'],
  ],
  ['submitting checks all, in their order', [], { type: 'submit' }, names],
])('%s', (_, before, now, show) => {
  expect(planChecks(run(before), now, references).show).toEqual(show)
})

test('shows an error only for a field that was left, changed, submitted, or checked before', () => {
  fc.assert(
    fc.property(fc.array(event), event, (before, now) => {
      const checked = run(before)
      const { show } = planChecks(checked, now, references)
      const isReached = (field: string) =>
        now.type === 'submit' || now.name === field || (now.type === 'change' && checked.has(field))
      expect(show.every(isReached)).toBe(true)
    }),
  )
})

test('checked fields stay checked, and shown fields are checked', () => {
  fc.assert(
    fc.property(fc.array(event), event, (before, now) => {
      const was = run(before)
      const { checked, show } = planChecks(was, now, references)
      expect([...was, ...show].every((field) => checked.has(field))).toBe(true)
      expect(new Set(show).size).toBe(show.length)
    }),
  )
})

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
const noServerErrors = new Map()

test('a field has only the first error, rules before its own check', async () => {
  expect(await checkValues(values, fields, noServerErrors)).toEqual({
    password: { type: 'min', message: 'Must contain at least 12 characters' },
    again: { type: 'required', message: 'Enter Confirm password' },
    to: { type: 'check', message: 'Ends before it starts' },
  })
  const emptied = { ...fields, to: { ...fields.to, rules: 'required' } }
  expect((await checkValues({ ...values, to: '' }, emptied, noServerErrors)).to?.message).toBe('Enter To')
})

test('text that is not a date has an error of its own, and is missing for other fields', async () => {
  const check = (from: string, to: string) =>
    checkValues(
      { ...values, from, to },
      { ...fields, from: { label: 'From' } },
      noServerErrors,
      new Set(['from', 'to']),
    )
  expect(await check('soon', '2026-02-01')).not.toHaveProperty('to')
  expect((await check('soon', '2026-02-01')).from?.message).toBe(NOT_A_DATE)
  expect((await check('', '2026-02-30')).to?.message).toBe(NOT_A_DATE)
  expect((await check('2026-02-02', '2026-02-01')).to?.message).toBe('Ends before it starts')
})

test('a server error stays until the value changes', async () => {
  const taken = new Map([['from', { value: '2', message: 'Taken' }]])
  const from = { from: { label: 'From', rules: 'required' } }
  expect(await checkValues(values, from, taken)).toEqual({ from: { type: 'server', message: 'Taken' } })
  expect(await checkValues({ ...values, from: '3' }, from, taken)).toEqual({})
  expect((await checkValues({ ...values, from: '' }, from, taken)).from?.message).toBe('Enter From')
})

test('a field refers to those that its rules and its check read', () => {
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
])('%j is required: %s', (rules, required) => {
  expect(isRequired({ rules })).toBe(required)
})

test('every call resolves to the result of the latest call, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), async (order) => {
      const settle: (() => void)[] = []
      const run = latestOnly(
        (input: number) => new Promise<number>((resolve) => settle.push(() => resolve(input))),
      )
      const results = order.map((_, input) => run(input))
      const queue = settle.map((each, index) => ({ settle: each, rank: order[index] ?? 0 }))
      for (const each of queue.sort((a, b) => a.rank - b.rank)) {
        each.settle()
        await Promise.resolve()
      }
      expect(await Promise.all(results)).toEqual(order.map(() => order.length - 1))
    }),
  )
})

test('a call after the result runs again', async () => {
  const run = latestOnly(async (input: number) => input)
  expect([await run(1), await run(2)]).toEqual([1, 2])
})

test('rewrites a local phone number only for the strict rule', () => {
  expect(tidied({ rules: 'ph_phone_number|max:20' }, '0917 555 0123')).toBe('+639175550123')
  expect(tidied({ rules: 'ph_phone_number' }, '555 0123')).toBe('555 0123')
  expect(tidied({ rules: 'max:20' }, '0917 555 0123')).toBe('0917 555 0123')
  expect(tidied({}, '0917 555 0123')).toBe('0917 555 0123')
})
