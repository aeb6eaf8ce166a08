import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTerminalSystem } from '../../testing/terminals.ts'
import type { TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTerminalSystem()
  await system.pool.query(`INSERT INTO terminals (terminal_id, company_code, branch_code, status)
    SELECT '6' || lpad(n::text, 7, '0'), 'NLF', CASE n % 2 WHEN 0 THEN '0417' ELSE '0419' END,
      CASE n WHEN 7 THEN 'INACTIVE' ELSE 'ACTIVE' END FROM generate_series(1, 60) n`)
})
afterAll(() => system.stop())

const { companyGroups, branches, terminals } = api.options
const codesOf = ({ items }: { items: { code: string }[] }) => items.map(({ code }) => code)

test('offers companies, their branches and terminals to an inquiry agent', async () => {
  expect(codesOf(await system.call(companyGroups, { body: {} }, 'agent'))).toEqual(['MBR', 'NLF'])
  const within = { company_code: 'NLF' }
  expect(codesOf(await system.call(branches, { body: { within } }, 'agent'))).toEqual(['0417', '0419'])
  const { items } = await system.call(terminals, { body: { search: '0000001' } }, 'agent')
  expect(items).toEqual([{ code: '60000001', name: '0419', in_force: true }])
})

test('finds terminals by branch, at most 50, and selected ones in any state', async () => {
  const found = await system.call(terminals, { body: { search: '0417' } }, 'agent')
  expect(found.items).toHaveLength(30)
  const all = await system.call(terminals, { body: { selected: ['60000007'] } }, 'agent')
  expect(all).toMatchObject({ more: true, items: { length: 50, 0: { code: '60000007', in_force: false } } })
})

test('offers inactive codes on request', async () => {
  const { items } = await system.call(companyGroups, { body: { retired: true } }, 'agent')
  expect(items.map(({ code, in_force }) => [code, in_force])).toEqual([
    ['MBR', true],
    ['NLF', true],
    ['OLD', false],
  ])
})

test.each([companyGroups, branches, terminals])(
  '$path requires a permission that uses it',
  async (endpoint) => {
    expect((await system.send(endpoint, { body: {} }, 'viewer')).status).toBe(403)
  },
)
