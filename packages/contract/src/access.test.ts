import { expect, test } from 'vitest'
import { effectiveAccess, hasAction, hasModule, may, moduleOf, PERMISSIONS, RESOURCES } from './access.ts'
import { deniedMessage, PERMISSION_LABELS } from './permission-labels.ts'

const access = (modules: string[], policies: string[]) => ({ modules, policies })

test.each([
  [['*:*'], true],
  [['file:*'], true],
  [['file:view'], true],
  [['file:view-all'], false],
  [['*:view'], false],
  [['fil:*'], false],
  [['inquiry:*'], false],
  [['*'], false],
  [[], false],
])('%j allows file:view: %s', (policies, allowed) => {
  expect(hasAction(access([], policies), 'file:view')).toBe(allowed)
})

test.each([
  [['All'], 'Files', true],
  [['Files'], 'Files', true],
  [['Files'], ['Users', 'Files'], true],
  [['Audit'], ['Users', 'Files'], false],
  [['files'], 'Files', false],
  [[], 'Files', false],
] as const)('modules %j open %j: %s', (modules, wanted, open) => {
  expect(hasModule(access([...modules], []), wanted)).toBe(open)
})

test('requires both the module and the action', () => {
  expect(may(access(['Files'], ['file:view']), 'file:view')).toBe(true)
  expect(may(access(['Users'], ['*:*']), 'file:view')).toBe(false)
  expect(may(access(['All'], []), 'file:view')).toBe(false)
})

test('every permission belongs to a resource and its module', () => {
  expect(PERMISSIONS).toHaveLength(
    Object.values(RESOURCES).reduce((sum, { actions }) => sum + actions.length, 0),
  )
  for (const permission of PERMISSIONS)
    expect(may(access([moduleOf(permission)], [permission]), permission)).toBe(true)
})

test('every permission has a unique label without its name', () => {
  expect(Object.keys(PERMISSION_LABELS).sort()).toEqual([...PERMISSIONS].sort())
  expect(new Set(Object.values(PERMISSION_LABELS)).size).toBe(PERMISSIONS.length)
  for (const words of Object.values(PERMISSION_LABELS)) expect(words).toMatch(/^[a-z][a-z ,’]+$/)
})

test('the message names the missing permissions and whom to ask', () => {
  expect(deniedMessage(['file:upload'])).toBe('You may not upload files. Ask an access administrator.')
  expect(deniedMessage(['file:upload', 'file:download'])).toBe(
    'You may not upload files or download files. Ask an access administrator.',
  )
})

test('effective access is the union without duplicates', () => {
  const role = {
    modules: ['Files', 'Audit'],
    policies: [{ statements: ['file:view'] }, { statements: ['file:view', 'audit:*'] }],
  }
  expect(effectiveAccess(role, [{ statements: ['dashboard:view'] }])).toEqual({
    modules: ['Audit', 'Files'],
    policies: ['audit:*', 'dashboard:view', 'file:view'],
  })
})
