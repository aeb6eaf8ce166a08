import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Access, MODULES, STATEMENTS } from './access.ts'
import { exceedingOf, exceedsCaller } from './exceeding.ts'

const access = (modules: string[], policies: string[]): Access => ({ modules, policies })
const administrator = access(['All'], ['*:*'])
const accessAdministrator = access(['Users'], ['user:*', 'role:*', 'policy:view'])
const agent = access(['SMAC Inquiry', 'Files'], ['inquiry:run', 'file:upload', 'file:view'])
const supervisor = access(['SMAC Inquiry', 'Files'], ['inquiry:run', 'file:view-all', 'card:unmask'])
const auditor = access(['All'], ['user:view', 'role:view', 'policy:view', 'audit:view', 'audit:export'])

test('an access administrator manages agents, but neither auditors nor administrators', () => {
  expect(exceedsCaller(agent, accessAdministrator)).toEqual({ manage: false, account: false })
  expect(exceedsCaller(auditor, accessAdministrator)).toEqual({ manage: true, account: true })
  expect(exceedsCaller(administrator, accessAdministrator)).toEqual({ manage: true, account: true })
  expect(exceedingOf(auditor, accessAdministrator, 'manage')).toEqual(['audit:view', 'audit:export'])
})

test('another high-risk permission excludes only account changes', () => {
  expect(exceedsCaller(supervisor, accessAdministrator)).toEqual({ manage: false, account: true })
  expect(exceedingOf(supervisor, accessAdministrator, 'account')).toEqual(['card:unmask', 'file:view-all'])
})

test('a statement without its module excludes nothing; `*:*` always does', () => {
  expect(exceedsCaller(access([], ['audit:*']), agent)).toEqual({ manage: false, account: false })
  expect(exceedsCaller(auditor, access(['Users'], ['audit:*', 'user:*'])).manage).toBe(true)
  expect(exceedingOf(access([], ['*:*']), auditor, 'manage')).toEqual(['*:*'])
})

const anyAccess = fc.record({
  modules: fc.subarray([...MODULES]),
  policies: fc.subarray([...STATEMENTS]),
})

test('no user exceeds themselves or an administrator, and `account` excludes all that `manage` excludes', () => {
  fc.assert(
    fc.property(anyAccess, anyAccess, (user, caller) => {
      expect(exceedsCaller(user, user)).toEqual({ manage: false, account: false })
      expect(exceedsCaller(user, administrator)).toEqual({ manage: false, account: false })
      const found = exceedsCaller(user, caller)
      expect(found.account || !found.manage).toBe(true)
    }),
  )
})
