import { AUDIT_ACTIONS } from '@backoffice/contract/audit'
import { expect, test } from 'vitest'
import { aboutText, fieldLabel, valueText, verbOf } from './audit-words.ts'

test.each([
  ['tender.update', 'done', 'Changed'],
  ['tender.update', 'stale', 'Tried to change'],
  ['tender.delete', 'refused', 'Tried to delete'],
  ['tender.delete', 'done', 'Deleted'],
  ['thing.un-known', 'done', 'Un known'],
  ['thing.constructor', 'done', 'Constructor'],
] as const)('%s, %s', (action, outcome, expected) => {
  expect(verbOf({ resource: 'tender', action, outcome })).toBe(expected)
})

test('every action has a verb that precedes the noun', () => {
  for (const action of Object.keys(AUDIT_ACTIONS)) {
    const verb = (outcome: 'done' | 'refused') =>
      verbOf({ resource: 'file', action: `file.${action}`, outcome })
    expect([verb('done'), verb('refused')]).toEqual([
      expect.stringMatching(/^[A-Z][a-z -]+$/),
      expect.stringMatching(/^Tried to [a-z -]+$/),
    ])
  }
})

test('describes an event by reason, fields and count', () => {
  const changes = { a: [1, 2], b: [null, ''] } as const
  const done = { action: 'card.view', outcome: 'done' } as const
  expect(
    aboutText({ ...done, reason: 'OPS-1, a member', changes: { a: [1, 2], b: [null, ''] }, count: 3 }),
  ).toBe('OPS-1, a member, 2 fields, 3 times')
  expect(aboutText({ ...done, reason: null, changes: {}, count: 1 })).toBe('')
  expect(aboutText({ ...done, outcome: 'refused', reason: 'impact_required', changes: {}, count: 1 })).toBe(
    'impact required',
  )
  const reset = { ...done, reason: 'reset', changes: {}, count: 1 }
  expect(aboutText({ ...reset, action: 'user.reset-password' })).toBe('reset code sent')
  // A reason written by a user is not translated.
  expect(aboutText({ ...reset, action: 'user.update-status' })).toBe('reset')
  const values = Object.values(changes).flat()
  expect(values.map((value) => valueText('a', value))).toEqual(['1', '2', '', ''])
  expect(valueText('status', ['PENDING', 'ACTIVE'])).toBe('Pending, Active')
  expect(valueText('is_locked', true)).toBe('yes')
})

test('labels fields by their table, otherwise by their name', () => {
  expect(fieldLabel('tender', 'bin_from')).toBe('BIN from')
  expect(fieldLabel('tender', 'effective_to')).toBe('Effective to')
  expect(fieldLabel('user', 'role_id')).toBe('Role')
  expect(fieldLabel('tender', 'constructor')).toBe('Constructor')
})
