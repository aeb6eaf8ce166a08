import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CheckEvent, planChecks } from './checks.ts'

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
    (checked, one) => planChecks(checked, one, references).checked,
    new Set(),
  )

test.each<[string, CheckEvent[], CheckEvent, string[]]>([
  ['leaving a field checks it alone', [], { type: 'blur', name: 'password' }, ['password']],
  ['a change checks its field', [], { type: 'change', name: 'name', value: 'x' }, ['name']],
  [
    'who refers to it stays quiet before its own first check',
    [],
    { type: 'change', name: 'password', value: 'x' },
    ['password'],
  ],
  [
    'and follows afterwards',
    [{ type: 'blur', name: 'again' }],
    { type: 'change', name: 'password', value: 'x' },
    ['password', 'again'],
  ],
  [
    'also to an emptied field',
    [{ type: 'blur', name: 'again' }],
    { type: 'change', name: 'password', value: '' },
    ['password', 'again'],
  ],
  [
    'but not to one without a value yet',
    [{ type: 'blur', name: 'again' }],
    { type: 'change', name: 'password', value: undefined },
    ['password'],
  ],
  [
    'nor to one that was left as it was',
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
  ['sending checks all, in their order', [], { type: 'submit' }, names],
])('%s', (_, before, now, show) => {
  expect(planChecks(run(before), now, references).show).toEqual(show)
})

test('a field is only ever shown when it was left, changed, sent, or checked before', () => {
  fc.assert(
    fc.property(fc.array(event), event, (before, now) => {
      const checked = run(before)
      const { show } = planChecks(checked, now, references)
      const met = (one: string) =>
        now.type === 'submit' || now.name === one || (now.type === 'change' && checked.has(one))
      expect(show.every(met)).toBe(true)
    }),
  )
})

test('what was checked stays so, and what is shown is checked', () => {
  fc.assert(
    fc.property(fc.array(event), event, (before, now) => {
      const was = run(before)
      const { checked, show } = planChecks(was, now, references)
      expect([...was, ...show].every((one) => checked.has(one))).toBe(true)
      expect(new Set(show).size).toBe(show.length)
    }),
  )
})
