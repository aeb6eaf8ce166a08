import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveAccess, impactVersionOf, insertPolicy, insertRole, insertUser } from '../../testing/access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

/** Number of audited attempts on a record, by outcome. */
async function trailOf(id: string) {
  const { rows } = await system.pool.query<{ outcome: string; attempts: number }>(
    `SELECT outcome, sum(count)::int AS attempts FROM audit_events
     WHERE resource_id = $1 AND action = 'role.update' GROUP BY outcome`,
    [id],
  )
  return Object.fromEntries(rows.map(({ outcome, attempts }) => [outcome, attempts]))
}

test('one of 100 concurrent writers of a role wins per version, and every attempt is audited', async () => {
  const role = await insertRole(system, ['Lookup'], [await insertPolicy(system, ['tender:view'])])
  await giveAccess(system, 'viewer', ['Users'], ['role:*'])
  const writers = ['admin', 'viewer', 'access']
  const rounds = 3
  for (let version = 1; version <= rounds; version++) {
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, writer) => {
        const body = { version, description: `Version ${version} by writer ${writer}` }
        return system.send(
          api.roles.update,
          { params: { id: role }, body },
          String(writers[writer % writers.length]),
        )
      }),
    )
    const won = replies.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    const { description } = await system.call(api.roles.get, { params: { id: role } }, 'admin')
    for (const { status, body } of replies)
      if (status !== 200)
        expect(body).toMatchObject({
          status: 409,
          code: 'version_conflict',
          current: { version: version + 1, description },
        })
  }
  // Counts of repeated refusals are written after a minute.
  system.clock.offsetMs += 120_000
  await expect.poll(() => trailOf(role), { timeout: 10_000 }).toEqual({ done: rounds, refused: 99 * rounds })
  system.clock.offsetMs -= 120_000
})

test('the second of two concurrent changes with the same effect is refused: its impact has changed', async () => {
  const policy = await insertPolicy(system, ['tender:view', 'trancode:view'])
  const other = await insertPolicy(system, ['trancode:view'])
  const role = await insertRole(system, ['Lookup'], [policy])
  await insertUser(system, role)
  const ofRole = { kind: 'role' as const, id: role, modules: ['Lookup' as const], policy_ids: [other] }
  const ofPolicy = { kind: 'policy' as const, id: policy, statements: ['trancode:view'] }
  const [roleImpact, policyImpact] = await Promise.all([
    impactVersionOf(system, ofRole, 'admin'),
    impactVersionOf(system, ofPolicy, 'admin'),
  ])
  const replies = await Promise.all([
    system.send(
      api.roles.update,
      { params: { id: role }, body: { version: 1, policy_ids: [other], impact_version: roleImpact } },
      'admin',
    ),
    system.send(
      api.policies.update,
      {
        params: { id: policy },
        body: { version: 1, statements: ['trancode:view'], impact_version: policyImpact },
      },
      'admin',
    ),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const { body } = replies.find(({ status }) => status === 409) ?? {}
  expect(body).toMatchObject({ code: 'impact_changed', current: { losses: [] } })
})

test('concurrent changes of different users both apply their confirmed impact', async () => {
  const changes = await Promise.all(
    ['tender', 'trancode'].map(async (resource) => {
      const id = await insertPolicy(system, [`${resource}:view`])
      await insertUser(system, await insertRole(system, ['Lookup'], [id]))
      const statements = [`${resource}:update`]
      const impact_version = await impactVersionOf(system, { kind: 'policy', id, statements }, 'admin')
      return { params: { id }, body: { version: 1, statements, impact_version } }
    }),
  )
  const replies = await Promise.all(
    changes.map((change) => system.send(api.policies.update, change, 'admin')),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
})

test('when two administrators revoke each other concurrently, one wins', async () => {
  const mine = await giveAccess(system, 'admin', ['All'], ['*:*'])
  const yours = await giveAccess(system, 'supervisor', ['All'], ['*:*'])
  const statements = ['tender:view']
  const attack = async (as: string, id: string) => {
    const impact_version = await impactVersionOf(system, { kind: 'policy', id, statements }, as)
    return () =>
      system.send(
        api.policies.update,
        { params: { id }, body: { version: 1, statements, impact_version } },
        as,
      )
  }
  const attacks = [await attack('admin', yours.policy), await attack('supervisor', mine.policy)]
  const replies = await Promise.all(attacks.map((each) => each()))
  // The second no longer holds the permission, or would leave no administrator.
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
  const { rows } = await system.pool.query(
    "SELECT id FROM policies WHERE '*:*' = ANY (statements) AND id = ANY ($1)",
    [[mine.policy, yours.policy]],
  )
  expect(rows).toHaveLength(1)
})
