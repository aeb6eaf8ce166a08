import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '@backoffice/contract/audit'
import { expect, test } from 'vitest'
import { aboutText, fieldLabel, nounOf, valueText, verbOf } from './audit-words.ts'

test.each([
  ['tender.update', 'done', 'Changed'],
  ['tender.update', 'stale', 'Tried to change'],
  ['tender.delete', 'refused', 'Tried to delete'],
  ['tender.delete', 'done', 'Deleted'],
  ['user.off-board', 'refused', 'Tried to off-board'],
  ['user.end-session', 'done', 'Ended a session of'],
  ['user.expire', 'done', 'Ended temporary access of'],
  ['file.expire', 'done', 'Expired'],
  ['thing.un-known', 'done', 'Un known'],
  ['thing.constructor', 'done', 'Constructor'],
] as const)('%s, %s', (action, outcome, expected) => {
  expect(verbOf({ resource: 'tender', action, outcome })).toBe(expected)
})

const PAST: Readonly<Record<string, string>> = {
  choose: 'chose',
  hold: 'held',
  keep: 'kept',
  're-run': 're-ran',
  read: 'read',
  run: 'ran',
  reset: 'reset',
  set: 'set',
  take: 'took',
  withdraw: 'withdrew',
}
/** Pattern of the past tense, such as `cancelled`, `retried` or `ended`. */
const pastOf = (verb: string) =>
  PAST[verb] ?? `${verb.replace(/y$/, '(i|y)').replace(/e$/, '')}${verb.at(-1)}?ed`

/** A refused sign-in has no attempt, because its action is the failure. */
const EVENTS = Object.keys(AUDIT_RESOURCES)
  .filter((resource) => resource !== 'sign-in')
  .flatMap((resource) => Object.keys(AUDIT_ACTIONS).map((action) => [resource, action] as const))

test('every action reads as a sentence, done and refused', () => {
  for (const [resource, verb] of EVENTS) {
    const action = `${resource}.${verb}`
    const sentence = (outcome: 'done' | 'refused') => verbOf({ resource, action, outcome })
    const [, tried = '', rest = ''] = /^Tried to ([a-z-]+)(.*)$/.exec(sentence('refused')) ?? []
    const done = sentence('done')
    expect([action, done.toLowerCase()]).toEqual([
      action,
      expect.stringMatching(new RegExp(`^${pastOf(tried)}${rest}$`)),
    ])
    expect(done).toMatch(/^[A-Z]/)
  }
})

test('describes an event by reason, fields and count', () => {
  const changes = { a: [1, 2], b: [null, ''] } as const
  const done = { action: 'card.view', resource: 'card', outcome: 'done' } as const
  expect(
    aboutText({ ...done, reason: 'OPS-1, a member', changes: { a: [1, 2], b: [null, ''] }, count: 3 }),
  ).toBe('OPS-1, a member, A, B, 3 times')
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
  expect(valueText('is_locked', true)).toBe('Yes')
  expect(valueText('kind', 'HIGH_RISK_GRANT')).toBe('High-risk access')
})

test('names up to three changed fields, then two and the number of the others', () => {
  const about = (...names: string[]) =>
    aboutText({
      ...{ action: 'tender.update', resource: 'tender', outcome: 'done', reason: null, count: 1 },
      changes: Object.fromEntries(names.map((name) => [name, [1, 2]])),
    })
  expect(about('bin_from')).toBe('BIN from')
  expect(about('bin_from', 'status', 'effective_to')).toBe('BIN from, Status, Effective to')
  expect(about('status', 'effective_to', 'bin_from', 'bin_to')).toBe('Status, Effective to and 2 more')
})

test('describes sign-ins and imports', () => {
  const signIn = { resource: 'sign-in', changes: { session: [null, 'abc'] }, count: 1 } as const
  const failed = { ...signIn, action: 'sign-in.fail', outcome: 'refused', reason: 'wrong_password' } as const
  expect([verbOf(failed), nounOf(failed), aboutText(failed)]).toEqual(['Failed', 'sign-in', 'wrong password'])
  const challenge = { ...signIn, action: 'sign-in.challenge', outcome: 'done' } as const
  expect([verbOf(challenge), aboutText({ ...challenge, reason: 'SMS_MFA' })]).toEqual([
    'Started',
    'code by SMS',
  ])
  const file = { resource: 'file', action: 'file.import', outcome: 'done', reason: null, count: 1 } as const
  const changes = { state: ['PROCESSING', 'COMPLETED'], new: [null, 20], changed: [null, 1200] } as const
  expect(aboutText({ ...file, changes })).toBe('1,220 records')
})

test('labels fields by their table, otherwise by their name', () => {
  expect(fieldLabel('tender', 'bin_from')).toBe('BIN from')
  expect(fieldLabel('tender', 'effective_to')).toBe('Effective to')
  expect(fieldLabel('user', 'role_id')).toBe('Role')
  expect(fieldLabel('tender', 'constructor')).toBe('Constructor')
})
