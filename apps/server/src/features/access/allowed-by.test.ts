import { api } from '@backoffice/contract/api'
import type { Grants } from '@backoffice/contract/grants'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveTemporarily } from '../../testing/temporary-access.ts'
import { addCash, aTender } from '../../testing/tenders.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { allowedBy } from './allowed-by.ts'

const LATER = '2026-12-01T00:00:00.000Z'
const SOONER = '2026-11-30T00:00:00.000Z'
const policy = (name: string, ...statements: string[]) => ({ id: name, name, statements })
const role = (name: string, modules: string[], ...policies: ReturnType<typeof policy>[]) => ({
  ...{ id: name, name, modules, policies },
})
const LOOKUP = role('Lookup', ['Lookup'], policy('Read', 'tender:view'), policy('All tenders', 'tender:*'))

describe('the grant behind a permission', () => {
  const of = (grants: Grants) => allowedBy(grants, 'tender:update')

  test('is the policy of the role, before an additional one', () => {
    const expected = {
      permission: 'tender:update',
      role: 'Lookup',
      policy: 'All tenders',
      statement: 'tender:*',
    }
    expect(of({ role: LOOKUP, extra_policies: [policy('Extra', 'tender:update')] })).toEqual({
      ...expected,
      until: null,
    })
  })

  test('names no role for an additional policy', () => {
    const viewer = role('Viewer', ['Lookup'], policy('Read', 'tender:view'))
    expect(of({ role: viewer, extra_policies: [policy('Extra', '*:*')] })).toMatchObject({
      role: null,
      policy: 'Extra',
      statement: '*:*',
    })
  })

  test('is permanent rather than temporary, and ends with whichever of module and statement ends first', () => {
    const temporary = {
      role: null,
      policy: policy('Help', 'tender:update'),
      modules: ['Lookup'],
      until: SOONER,
    }
    expect(of({ role: LOOKUP, extra_policies: [], temporary: [temporary] })?.until).toBeNull()
    const viewer = role('Viewer', [], policy('Read', 'tender:view'))
    const longer = { ...temporary, policy: policy('More', 'tender:*'), modules: [], until: LATER }
    expect(of({ role: viewer, extra_policies: [], temporary: [temporary, longer] })).toMatchObject({
      policy: 'More',
      until: SOONER,
    })
  })

  test('is none without the module or the statement', () => {
    expect(of({ role: { ...LOOKUP, modules: [] }, extra_policies: [] })).toBeNull()
    expect(of({ role: { ...LOOKUP, policies: [] }, extra_policies: [] })).toBeNull()
  })
})

describe('events', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startTestSystem()
    await addCash(system.pool)
  })
  afterAll(() => system.stop())

  async function grantOf(action: string) {
    const { rows } = await system.pool.query(
      'SELECT allowed_by FROM audit_events WHERE action = $1 ORDER BY id DESC LIMIT 1',
      [action],
    )
    return rows[0].allowed_by
  }

  test('have the grant of the moment, also after it is renamed or replaced', async () => {
    const tender = aTender({ tender_id: '0101' })
    const { id, version } = await system.call(api.tenders.create, { body: tender }, 'lookup')
    const first = await grantOf('tender.create')
    expect(first).toMatchObject({ permission: 'tender:create', role: 'Lookup maintainer', until: null })
    await system.pool.query(`UPDATE policies SET name = 'Renamed' WHERE name = $1`, [first.policy])
    const items = [{ ...tender, id, version, tender_name: 'Other' }]
    await system.call(api.tenders.update, { body: { items } }, 'lookup')
    expect(await grantOf('tender.update')).toMatchObject({ permission: 'tender:update', policy: 'Renamed' })
    expect(await grantOf('tender.create')).toEqual(first)
  })

  test('of temporary access have its end', async () => {
    const { rows } = await system.pool.query(
      `SELECT u.id, p.id AS policy FROM users u, policies p, unnest(p.statements) s
       WHERE u.email = 'viewer@backoffice.test' AND s = 'tender:*' LIMIT 1`,
    )
    const [{ id, policy: policyId }] = rows
    const { until } = await giveTemporarily(system, id, { policyId, modules: ['Lookup'] })
    await system.call(api.tenders.create, { body: aTender({ tender_id: '0102' }) }, 'viewer')
    expect(await grantOf('tender.create')).toMatchObject({ role: null, until: until.toISOString() })
  })

  test('of calls that any signed-in user may make, and refused ones, have none', async () => {
    await system.call(api.preferences.update, { body: { page_size: 50, version: 0 } }, 'agent')
    expect(await grantOf('preferences.update')).toBeNull()
    await system.expectProblem(api.tenders.create, { body: aTender({ tender_id: '0103' }) }, 'agent')
    expect(await grantOf('tender.create')).toBeNull()
  })
})
