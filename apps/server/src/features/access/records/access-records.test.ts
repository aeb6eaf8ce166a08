import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPolicy } from '../../../testing/access.ts'
import { startTestSystem, type TestSystem } from '../../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

let count = 0
const aPolicy = async (name = `Test policy ${count++}`) => {
  const body = { name, statements: ['tender:view'] }
  return system.send(api.policies.create, { body }, 'admin')
}
const aRole = async (name = `Test role ${count++}`) => {
  const policy_ids = [await insertPolicy(system, ['tender:view'])]
  return system.send(api.roles.create, { body: { name, modules: ['Lookup'], policy_ids } }, 'admin')
}

describe.each([
  { noun: 'role', calls: api.roles, create: aRole },
  { noun: 'policy', calls: api.policies, create: aPolicy },
])('a $noun', ({ noun, calls, create }) => {
  const aRecord = async () => {
    const { body } = await create()
    return (body as { resource: { id: string; name: string } }).resource
  }

  test('has a name unique in any case; the refusal names the conflicting record', async () => {
    const [row, other] = [await aRecord(), await aRecord()]
    const name = row.name.toUpperCase()
    const refused = {
      status: 422,
      detail: `Not accepted: name: There is already a ${noun} named “${row.name}”. Choose another name.`,
      errors: [{ field: 'name', code: 'E009', row: { id: row.id, label: row.name } }],
    }
    expect((await create(name)).body).toMatchObject(refused)
    const renamed = { params: { id: other.id }, body: { version: 1, name } }
    expect(await system.expectProblem(calls.update, renamed, 'admin')).toMatchObject(refused)
    const own = { params: { id: row.id }, body: { version: 1, name } }
    expect(await system.call(calls.update, own, 'admin')).toMatchObject({ name })
  })

  test('update needs the current version; a stale one is refused with the current row', async () => {
    const params = { id: (await aRecord()).id }
    await system.call(calls.update, { params, body: { version: 1, description: 'First' } }, 'admin')
    const stale = { params, body: { version: 1, description: 'Second' } }
    expect(await system.expectProblem(calls.update, stale, 'admin')).toMatchObject({
      status: 409,
      code: 'version_conflict',
      detail: `Alma Dizon saved this ${noun} in the meantime.`,
      current: { version: 2, description: 'First' },
    })
    expect(await system.expectProblem(calls.remove, { params, version: 1 }, 'admin')).toMatchObject({
      code: 'version_conflict',
    })
    const unversioned = { params, body: { description: 'x' } as never }
    expect((await system.send(calls.update, unversioned, 'admin')).body).toMatchObject({
      status: 428,
      code: 'version_required',
    })
  })

  test('that is built in cannot be changed', async () => {
    const query = { filters: JSON.stringify({ kind: { in: ['system'] } }) as never }
    const { items } = await system.call(calls.list, { query }, 'admin')
    const { id = '', version = 0 } = items[0] ?? {}
    const renamed = { params: { id }, body: { version, name: 'Renamed' } }
    const refused = { status: 409, code: 'system_record' }
    expect(await system.expectProblem(calls.update, renamed, 'admin')).toMatchObject(refused)
    expect(await system.expectProblem(calls.remove, { params: { id }, version }, 'admin')).toMatchObject(
      refused,
    )
  })

  test('that does not exist is refused with 404', async () => {
    const missing = { params: { id: '00000000-0000-4000-8000-000000000000' } }
    const refused = { status: 404, detail: `This ${noun} does not exist, or was deleted.` }
    const update = { ...missing, body: { version: 1, description: 'x' } }
    expect(await system.expectProblem(calls.get, missing, 'admin')).toMatchObject(refused)
    expect(await system.expectProblem(calls.update, update, 'admin')).toMatchObject(refused)
    expect(await system.expectProblem(calls.remove, { ...missing, version: 1 }, 'admin')).toMatchObject(
      refused,
    )
  })
})
