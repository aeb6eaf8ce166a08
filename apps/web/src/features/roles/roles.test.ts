import { describe, expect, test } from 'vitest'
import {
  asText,
  changeOf,
  changesOf,
  copyOf,
  describeChanges,
  fromText,
  textLabel,
} from '../access/access-form.ts'
import { ROLES } from './roles.ts'

const before = {
  name: 'Agent',
  description: '',
  modules: ['Files', 'Lookup'],
  policy_ids: ['p1', 'p2'],
  break_glass_for: ['r2'],
  second_factors: [],
}
const known = [
  { id: 'p1', name: 'Own files' },
  { id: 'r2', name: 'Night desk' },
]

describe('changes of a role', () => {
  test('that give or take nothing have no effect to show', () => {
    const values = { ...before, name: 'Clerk' }
    expect(changesOf(before, values)).toEqual({ name: 'Clerk' })
    expect(changeOf(ROLES, 'r1', before, values)).toBeUndefined()
    expect(describeChanges(ROLES, before, values)).toBeUndefined()
  })

  test('of modules and policies are counted, and requested whole', () => {
    const values = { ...before, modules: ['Files'], policy_ids: ['p2', 'p3'] }
    expect(changesOf(before, values)).toEqual({ modules: ['Files'], policy_ids: ['p2', 'p3'] })
    expect(describeChanges(ROLES, before, values)).toBe('1 module and 2 policies changed, not saved yet')
    const { modules, policy_ids } = values
    expect(changeOf(ROLES, 'r1', before, values)).toEqual({ kind: 'role', id: 'r1', modules, policy_ids })
  })

  test('of break-glass access need the impact of the role as it is', () => {
    const values = { ...before, break_glass_for: ['r2', 'r3'] }
    expect(changesOf(before, values)).toEqual({ break_glass_for: ['r2', 'r3'] })
    expect(describeChanges(ROLES, before, values)).toBe('1 break-glass role changed, not saved yet')
    const { modules, policy_ids } = before
    expect(changeOf(ROLES, 'r1', before, values)).toEqual({ kind: 'role', id: 'r1', modules, policy_ids })
  })

  test('nothing is sent without a difference', () => {
    expect(changesOf(before, { ...before, modules: [...before.modules] })).toBeUndefined()
  })
})

test('a role is compared item by item', () => {
  const texts = asText(ROLES, before)
  expect(Object.keys(texts)).toEqual([
    'name',
    'description',
    'module Files',
    'module Lookup',
    'policy p1',
    'policy p2',
    'break-glass role r2',
  ])
  expect(fromText(ROLES, texts)).toEqual(before)
  expect(Object.keys(texts).map((name) => textLabel(ROLES, name, known))).toEqual([
    'Name',
    'Description',
    'Module Files',
    'Module Lookup',
    'Policy Own files',
    'Policy p2',
    'Break-glass for Night desk',
  ])
})

test('a copy contains what the user may grant, counts the rest, and is not offered in an emergency', () => {
  const policy = { description: '', risk: 'LOW' as const, statements: [], is_grantable: true }
  const role = {
    id: 'r1',
    version: 1,
    created_at: '2026-11-24T08:00:00Z',
    updated_at: '2026-11-25T08:00:00Z',
    updated_by: null,
    name: 'Administrator of the second shift of all of the branches',
    description: '',
    is_system: true,
    risk: 'LOW' as const,
    policy_count: 2,
    user_count: 0,
    modules: ['Lookup', 'Files'],
    requires_second_factor: true,
    without_authenticator: 0,
    break_glass_for: [{ id: 'r2', name: 'Night desk' }],
    policies: [
      { id: 'p2', name: 'Tenders', ...policy },
      { id: 'p1', name: 'Own files', ...policy },
    ],
  }
  const offered = [
    { id: 'p1', name: 'Own files', ...policy },
    { id: 'p2', name: 'Tenders', ...policy, is_grantable: false },
  ]
  expect(copyOf(ROLES, role, { modules: ['Files'], policies: [] }, offered)).toEqual({
    values: {
      name: 'Copy of Administrator of the second shift of all o',
      description: '',
      modules: ['Files'],
      policy_ids: ['p1'],
      break_glass_for: [],
      second_factors: ['authenticator'],
    },
    leftOut: 2,
  })
})
