import { SPECIFIED_SCREENS } from '@backoffice/contract/screens'
import { expect, it } from 'vitest'
import { GO_KEYS, navigationFor, tabsFor } from './navigation.ts'

const access = (...modules: string[]) => ({ modules, policies: [] })
const shape = (modules: string[]) =>
  navigationFor(access(...modules)).map(({ label, items }) => [label, ...items.map((item) => item.label)])

it('lists what is built and allowed, the dashboard first', () => {
  expect(shape(['All'])).toEqual([['Operate', 'Operational Dashboard', 'SMAC Inquiry']])
  expect(shape(['SMAC Inquiry', 'Files'])).toEqual([['Operate', 'SMAC Inquiry']])
  expect(shape(['Users'])).toEqual([])
})

it('has tabs only where the layout has some', () => {
  expect(tabsFor(access('All'), 'default')).toEqual([])
})

it('makes tabs of the screens of a family that are built and allowed, not of those beside them', () => {
  const family = SPECIFIED_SCREENS.flatMap((screen) =>
    'group' in screen ? [{ ...screen, built: screen.name !== 'users-users_roles' }] : [],
  )
  const tabs = (...modules: string[]) => tabsFor(access(...modules), 'users', family).map(({ to }) => to)
  expect(tabs('Users')).toEqual(['/users/users_list', '/users/users_policies'])
  expect(tabs('All')).toEqual(tabs('Users'))
  expect(tabs('Lookup')).toEqual([])
  expect(tabsFor(access('Users'), 'users')).toEqual([])
})

it('gives no keys twice, and none that begin others', () => {
  const keys = Object.values(GO_KEYS)
  expect(new Set(keys).size).toBe(keys.length)
  for (const one of keys) expect(one).toMatch(/^g [a-z]$/)
})
