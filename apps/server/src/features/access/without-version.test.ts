import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPolicy, insertRole, insertUser } from '../../testing/access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** Deletions without a body, as a client written from the specification sends them. */

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const NOT_SENT = 'No version was sent (If-Match).'

const records = {
  role: { endpoint: api.roles.remove, create: () => insertRole(system, ['Lookup'], []) },
  policy: { endpoint: api.policies.remove, create: () => insertPolicy(system, ['tender:view']) },
  user: {
    endpoint: api.users.remove,
    create: async () => insertUser(system, await insertRole(system, ['Lookup'], [])),
  },
} as const

test.for(Object.entries(records))(
  'a %s is deleted without If-Match, and the audit trail states it',
  async ([resource, { endpoint, create }]) => {
    const remove = (input: CallInput<typeof endpoint>) => system.send(endpoint, input, 'admin')
    const [unversioned, versioned] = [await create(), await create()]
    expect((await remove({ params: { id: versioned }, version: 2 })).body).toMatchObject({
      status: 409,
      code: 'version_conflict',
      current: { id: versioned },
    })
    expect((await remove({ params: { id: versioned }, version: 1 })).status).toBe(200)
    expect((await remove({ params: { id: unversioned } })).status).toBe(200)
    const { rows } = await system.pool.query(
      `SELECT resource_id, reason FROM audit_events
     WHERE action = $1 AND outcome = 'done' AND resource_id = ANY ($2)`,
      [`${resource}.delete`, [versioned, unversioned]],
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { resource_id: versioned, reason: null },
        { resource_id: unversioned, reason: NOT_SENT },
      ]),
    )
  },
)

test('the API documents the header as optional', async () => {
  const { paths, components } = (await system.app.inject('/api/docs/json')).json()
  expect(components.parameters.OptionalIfMatch).toMatchObject({ name: 'If-Match', required: false })
  for (const operation of [
    paths['/api/user/role/{id}'].delete,
    paths['/api/user/policy/{id}'].delete,
    paths['/api/user/delete/{id}'].post,
  ]) {
    expect(operation.parameters).toContainEqual({ $ref: '#/components/parameters/OptionalIfMatch' })
    expect(Object.keys(operation.responses)).not.toContain('428')
  }
})
