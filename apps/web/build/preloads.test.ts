import { MODULES, may, PERMISSIONS, type Permission } from '@backoffice/contract/access'
import { BUILT_SCREENS, type ScreenName } from '@backoffice/contract/screens'
import { expect, test } from 'vitest'
import { readPreloads } from './preloads.ts'

const OF_INQUIRIES = encodeURIComponent('{"category":{"in":["SMAC_INQUIRY"]}}')

const preloads = await readPreloads()

test('a page asks ahead for what its screen reads with the defaults of every user', () => {
  const built: readonly string[] = BUILT_SCREENS.map(({ name }) => name)
  expect(built).toEqual(expect.arrayContaining(Object.keys(preloads)))
  expect(preloads.smac_inquiry?.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', `/file_tracker?filters=${OF_INQUIRIES}&page=1&page_size=25`, undefined],
    ['POST', '/smac_inquiry/list', '{"page":1,"page_size":25}'],
  ])
  expect(preloads['lookup-tenders']?.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/lookup/tenders', '{"page":1,"page_size":25}'],
  ])
})

test('the users that a page asks ahead for are those that `may` permits', () => {
  const policies = ['*:*', '*:view', 'file:*', 'dashboard:*', ...PERMISSIONS]
  const needed: [ScreenName, readonly Permission[]][] = [
    ['operational_dashboard', ['dashboard:view']],
    ['lookup-tenders', ['tender:view']],
    ['smac_inquiry', ['file:view', 'inquiry:run', 'inquiry:view-all']],
  ]
  for (const [name, permissions] of needed) {
    const ways = preloads[name]?.flatMap(({ access }) => access) ?? []
    for (const module of MODULES)
      for (const policy of policies) {
        const access = { modules: [module], policies: [policy] }
        expect(ways.some((way) => way.modules.includes(module) && way.policies.includes(policy))).toBe(
          permissions.some((permission) => may(access, permission)),
        )
      }
  }
})
