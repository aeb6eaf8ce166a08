import { expect, test } from 'vitest'
import { grantableRole, requireGained, requireGrantablePolicies, requireGrantableRole } from './granting.ts'

const ACCESS_ADMINISTRATOR = { modules: ['Users'], policies: ['user:*', 'role:*', 'policy:view'] }
const WITHOUT_GRANT = { modules: ['Users', 'Lookup'], policies: ['user:*', 'role:update', 'tender:view'] }

test('a role is given by those who hold all of it', () => {
  expect(grantableRole(WITHOUT_GRANT, { modules: ['Lookup'], statements: ['tender:view'] })).toBe(true)
  expect(grantableRole(WITHOUT_GRANT, { modules: ['Users'], statements: ['user:delete'] })).toBe(true)
  expect(grantableRole(WITHOUT_GRANT, { modules: ['Lookup'], statements: ['tender:*'] })).toBe(false)
  expect(grantableRole(WITHOUT_GRANT, { modules: ['Glass'], statements: [] })).toBe(false)
  expect(grantableRole(WITHOUT_GRANT, { modules: ['All'], statements: [] })).toBe(false)
})

test.each(['user:view', 'role:*', 'policy:view', '*:*', '*:view'])(
  'role:grant gives any role but one that names %s',
  (statement) => {
    const holder = { modules: ['Users'], policies: ['role:grant'] }
    const role = { modules: ['Lookup', 'Files'], statements: ['tender:*', 'file:view'] }
    expect(grantableRole(holder, role)).toBe(true)
    expect(grantableRole(holder, { ...role, statements: [...role.statements, statement] })).toBe(false)
    // Without its module the action is not held.
    expect(grantableRole({ ...holder, modules: ['Lookup'] }, role)).toBe(false)
  },
)

test('the refusal names what is missing', () => {
  const role = { modules: ['All'], statements: ['*:*'] }
  expect(() => requireGrantableRole(ACCESS_ADMINISTRATOR, role)).toThrow(/do not hold All, \*:\*\.$/)
  const policies = [{ statements: ['tender:view'] }, { statements: ['user:view'] }]
  expect(() => requireGrantablePolicies(ACCESS_ADMINISTRATOR, policies)).toThrow(/do not hold tender:view\.$/)
})

test('a module does not put to work what its giver does not hold', () => {
  const held = { modules: ['Users', 'Lookup'], policies: ['role:update'] }
  const gained = (names: string[]) => () => requireGained(held, names)
  expect(gained(['Lookup', 'tender:view'])).toThrow(/do not hold tender:view\.$/)
  expect(gained(['Glass'])).toThrow(/do not hold Glass\.$/)
  expect(gained(['Lookup', 'role:update'])).not.toThrow()
})

test('role:grant lends what the new role gives by itself, and no more', () => {
  const granter = { modules: ['Users'], policies: ['role:grant', 'user:view', 'card:unmask'] }
  const role = { modules: ['Lookup', 'SMAC Inquiry'], policies: ['tender:view'] }
  expect(() => requireGained(granter, ['Lookup', 'tender:view'], role)).not.toThrow()
  expect(() => requireGained(granter, ['Lookup', 'tender:view'])).toThrow(
    /do not hold Lookup, tender:view\.$/,
  )
  // Held without its module, it is not the granter's to put to work.
  expect(() => requireGained(granter, ['Lookup', 'card:unmask'], role)).toThrow(/do not hold card:unmask\.$/)
  const aboutAccess = { modules: ['Lookup'], policies: ['tender:view', 'user:delete'] }
  expect(() => requireGained(granter, ['Lookup', 'tender:view'], aboutAccess)).toThrow(/Lookup, tender:view/)
})
