import { MODULES, may, PERMISSIONS, type Permission } from '@backoffice/contract/access'
import { SCREENS, type ScreenName } from '@backoffice/contract/screens'
import { expect, test } from 'vitest'
import { readFirstRequests } from './first-requests.ts'

const firstRequests = await readFirstRequests()

test('a page sends the first requests of its screen with default settings', () => {
  const built: readonly string[] = SCREENS.map(({ name }) => name)
  expect(built).toEqual(expect.arrayContaining(Object.keys(firstRequests)))
  expect(firstRequests.operational_dashboard?.map(({ method, path, body }) => [method, path, body])).toEqual(
    ['files', 'rows', 'inquiries', 'transactions', 'points'].map((tile) => [
      'GET',
      `/dashboard/${tile}`,
      undefined,
    ]),
  )
  expect(firstRequests['lookup-tenders']?.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/lookup/tenders', '{"page":1,"page_size":25}'],
  ])
})

test('a page firstRequests for exactly the users that `may` permits', () => {
  const policies = ['*:*', '*:view', 'file:*', 'dashboard:*', ...PERMISSIONS]
  const needed: [ScreenName, readonly Permission[]][] = [
    ['operational_dashboard', ['dashboard:view']],
    ['lookup-tenders', ['tender:view']],
    ['audit', ['audit:view']],
  ]
  for (const [name, permissions] of needed) {
    const ways = firstRequests[name]?.flatMap(({ access }) => access) ?? []
    for (const module of MODULES)
      for (const policy of policies) {
        const access = { modules: [module], policies: [policy] }
        expect(
          ways.some((way) => way.modules.includes(module) && (way.policies?.includes(policy) ?? true)),
        ).toBe(permissions.some((permission) => may(access, permission)))
      }
  }
})
