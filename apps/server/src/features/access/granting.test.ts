import { expect, test } from 'vitest'
import { grantableRole, requireGained, requireGrantablePolicies, requireGrantableRole } from './granting.ts'

const ACCESS_ADMINISTRATOR = { modules: ['Users'], policies: ['user:*', 'role:*', 'policy:view'] }
const WITHOUT_GRANT = { modules: ['Users', 'Lookup'], policies: ['user:*', 'role:update', 'tender:view'] }

test('a user who holds all of a role may grant it', () => {
  expect(grantableRole(WITHOUT_GRANT, { modules: ['Lookup'], statements: ['tender:view'] })).toBe(true)
  expect(grantableRole(WITHOUT_GRANT, { modules: ['Users'], statements: ['user:delete'] })).toBe(true)
  expect(grantableRole(WITHOUT_GRANT, { modules: ['Lookup'], statements: ['tender:*'] })).toBe(false)
  expect(grantableRole(WITHOUT_GRANT, { modules: ['Glass'], statements: [] })).toBe(false)
  expect(grantableRole(WITHOUT_GRANT, { modules: ['All'], statements: [] })).toBe(false)
})

test.each(['user:view', 'role:*', 'policy:view', '*:*', '*:view'])(
  'role:grant allows granting any role except one with %s',
  (statement) => {
    const holder = { modules: ['Users'], policies: ['role:grant'] }
    const role = { modules: ['Lookup', 'Files'], statements: ['tender:*', 'file:view'] }
    expect(grantableRole(holder, role)).toBe(true)
    expect(grantableRole(holder, { ...role, statements: [...role.statements, statement] })).toBe(false)
    expect(grantableRole({ ...holder, modules: ['Lookup'] }, role)).toBe(false)
  },
)

test('the refusal names what is missing', () => {
  const role = { modules: ['All'], statements: ['*:*'] }
  expect(() => requireGrantableRole(ACCESS_ADMINISTRATOR, role)).toThrow(/don’t have All, \*:\*\.$/)
  const policies = [{ statements: ['tender:view'] }, { statements: ['user:view'] }]
  expect(() => requireGrantablePolicies(ACCESS_ADMINISTRATOR, policies)).toThrow(/don’t have tender:view\.$/)
})

test('a module must not activate statements that the granter does not hold', () => {
  const held = { modules: ['Users', 'Lookup'], policies: ['role:update'] }
  const gained = (names: string[]) => () => requireGained(held, names)
  expect(gained(['Lookup', 'tender:view'])).toThrow(/don’t have tender:view\.$/)
  expect(gained(['Glass'])).toThrow(/don’t have Glass\.$/)
  expect(gained(['Lookup', 'role:update'])).not.toThrow()
})

test('role:grant covers only the effective access of the new role', () => {
  const granter = { modules: ['Users'], policies: ['role:grant', 'user:view', 'card:unmask'] }
  const role = { modules: ['Lookup', 'SMAC Inquiry'], policies: ['tender:view'] }
  expect(() => requireGained(granter, ['Lookup', 'tender:view'], role)).not.toThrow()
  expect(() => requireGained(granter, ['Lookup', 'tender:view'])).toThrow(/don’t have Lookup, tender:view\.$/)
  // The granter has the statement without its module, so it is not held.
  expect(() => requireGained(granter, ['Lookup', 'card:unmask'], role)).toThrow(/don’t have card:unmask\.$/)
  const aboutAccess = { modules: ['Lookup'], policies: ['tender:view', 'user:delete'] }
  expect(() => requireGained(granter, ['Lookup', 'tender:view'], aboutAccess)).toThrow(/Lookup, tender:view/)
})
