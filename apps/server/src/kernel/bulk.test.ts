import { addresses, endpoints, type Schemas } from '@backoffice/contract/endpoint'
import { bulkItems, count, type RowOutcome, rowOutcome, uuid } from '@backoffice/contract/values.schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Tx } from '../db/client.ts'
import { mountGroup } from '../testing/mount-group.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { changesOf } from './audit.ts'
import { type ItemOutcome, runBulk } from './bulk.ts'
import { HttpError, invalidField } from './errors.ts'
import type { Handlers } from './mount.ts'
import { requireVersion } from './version.ts'

const policy = z.object({ id: uuid, version: count, name: z.string() })
type Policy = z.output<typeof policy>
const schemas = {
  rename: {
    summary: 'Rename policies',
    audit: { resource: 'policy', action: 'update', id: 'body.items.id' },
    versioned: 'body',
    bodyLimitBytes: 256 * 1024,
    body: z.strictObject({ items: bulkItems(policy) }),
    reply: z.object({ items: z.array(rowOutcome(policy)) }),
  },
} satisfies Record<string, Schemas>
const group = endpoints(
  addresses<typeof schemas>('operations')({
    rename: { method: 'POST', path: '/policies', access: 'signed-in', effect: 'write' },
  }),
  schemas,
)

async function rename(tx: Tx, { id, version, name }: Policy): Promise<ItemOutcome<Policy>> {
  const columns = ['id', 'version', 'name'] as const
  const before = await tx
    .selectFrom('policies')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new HttpError('not_found')
  requireVersion(before.version, version, before)
  if (before.name === name) return { outcome: 'unchanged', row: before }
  const row = await tx
    .updateTable('policies')
    .set({ name, version: version + 1 })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (error instanceof Error && 'constraint' in error)
        throw invalidField('name', 'E002', 'Name is in use.')
      throw error
    })
  if (name.startsWith('refused')) throw invalidField('name', 'not_allowed', 'Not this name.')
  if (name.startsWith('broken')) throw new Error('boom')
  return { outcome: 'done', row, changes: changesOf(before, row, ['name']) }
}

const handlers: Handlers<typeof group> = {
  rename: async ({ body }) => {
    const { items } = body
    return (tx) => runBulk({ tx, items, apply: (item: Policy) => rename(tx, item) })
  },
}

let system: TestSystem
let mounted: ReturnType<typeof mountGroup>
beforeAll(async () => {
  system = await startTestSystem()
  const { rows } = await system.pool.query<{ id: string }>('SELECT id FROM users LIMIT 1')
  mounted = mountGroup(system.db, group, handlers, rows[0]?.id)
})
afterAll(async () => {
  await mounted.app.close()
  await system.stop()
})

async function createPolicies(...names: string[]): Promise<Policy[]> {
  const { rows } = await system.pool.query<Policy>(
    `INSERT INTO policies (name, statements) SELECT name, '{}' FROM unnest($1::text[]) name RETURNING id, version, name`,
    [names],
  )
  return rows
}

const post = (items: unknown, headers = {}) =>
  mounted.app.inject({ method: 'POST', url: '/o/policies', headers, payload: { items } as object })

async function namesOf(policies: readonly Policy[]): Promise<string[]> {
  const { rows } = await system.pool.query<{ name: string }>(
    'SELECT name FROM policies WHERE id = ANY($1::uuid[]) ORDER BY array_position($1::uuid[], id)',
    [policies.map(({ id }) => id)],
  )
  return rows.map(({ name }) => name)
}

async function trailOf(requestId: unknown) {
  const { rows } = await system.pool.query(
    `SELECT resource, action, resource_id AS id, outcome, reason, changes FROM audit_events WHERE request_id = $1`,
    [requestId],
  )
  return rows
}

const existing = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw new Error('There is no such row')
  return row
}

test('each item has its own outcome, row and audit event; a refused one does not affect the others', async () => {
  const created = await createPolicies('one', 'two', 'three', 'four', 'five')
  const [one, two, three, four, five] = created.map(existing) as [Policy, Policy, Policy, Policy, Policy]
  const missing = crypto.randomUUID()
  const reply = await post([
    { ...one, name: 'first' },
    { ...two, name: 'refused after the write' },
    { ...three, name: 'FIVE' },
    { ...four, version: 7, name: 'stale' },
    five,
    { id: missing, version: 1, name: 'x' },
  ])
  expect(reply.statusCode).toBe(200)
  const { items } = reply.json<{ resource: { items: RowOutcome<Policy>[] } }>().resource
  const renamed = { id: one.id, version: 2, name: 'first' }
  expect(items).toEqual([
    { id: one.id, outcome: 'done', row: renamed },
    expect.objectContaining({
      id: two.id,
      outcome: 'refused',
      code: 'not_allowed',
      detail: 'Not this name.',
    }),
    {
      id: three.id,
      outcome: 'refused',
      code: 'E002',
      detail: 'Name is in use.',
      errors: [{ field: 'name', code: 'E002', message: 'Name is in use.' }],
    },
    expect.objectContaining({ id: four.id, outcome: 'refused', code: 'version_conflict', current: four }),
    { id: five.id, outcome: 'unchanged', row: five },
    expect.objectContaining({ id: missing, outcome: 'refused', code: 'not_found' }),
  ])
  expect(await namesOf(created)).toEqual(['first', 'two', 'three', 'four', 'five'])

  const about = { resource: 'policy', action: 'policy.update' }
  const refused = (id: string, reason: string) => ({ ...about, id, outcome: 'refused', reason, changes: {} })
  const [{ request_id }] = (
    await system.pool.query('SELECT request_id FROM audit_events WHERE resource_id = $1', [one.id])
  ).rows
  const trail = await trailOf(request_id)
  expect(trail).toHaveLength(5)
  expect(trail).toEqual(
    expect.arrayContaining([
      { ...about, id: one.id, outcome: 'done', reason: null, changes: { name: ['one', 'first'] } },
      refused(two.id, 'not_allowed'),
      refused(three.id, 'E002'),
      refused(four.id, 'version_conflict'),
      refused(missing, 'not_found'),
    ]),
  )
})

test('a call with a single refused item is refused and recorded with the item’s id', async () => {
  const [only] = await createPolicies('only')
  const reply = await post([{ ...only, version: 3, name: 'x' }])
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'version_conflict', current: only }),
  ])
  expect(mounted.refused.at(-1)).toEqual({
    resource: 'policy',
    action: 'update',
    id: only?.id,
    outcome: 'refused',
    reason: 'version_conflict',
  })
})

test('an unexpected error rolls back the whole call', async () => {
  const created = await createPolicies('kept 1', 'kept 2')
  const [first, second] = created
  const reply = await post([
    { ...first, name: 'changed' },
    { ...second, name: 'broken' },
  ])
  expect(reply.statusCode).toBe(500)
  expect(await namesOf(created)).toEqual(['kept 1', 'kept 2'])
})

test('accepts 500 items; rejects 501, none, and an item without its version', async () => {
  const created = await createPolicies(...Array.from({ length: 500 }, (_, index) => `many ${index}`))
  const reply = await post(created.map((each) => ({ ...each, name: `${each.name}, renamed` })))
  const { items } = reply.json<{ resource: { items: RowOutcome<Policy>[] } }>().resource
  expect(items.map(({ id }) => id)).toEqual(created.map(({ id }) => id))
  expect(new Set(items.map(({ outcome }) => outcome))).toEqual(new Set(['done']))

  const [some] = created
  const problemOf = async (sent: unknown) => {
    const refused = await post(sent)
    return [refused.statusCode, refused.json().errors?.[0] ?? refused.json().detail]
  }
  expect(await problemOf(Array.from({ length: 501 }, () => some))).toEqual([
    422,
    expect.objectContaining({
      field: 'items',
      message: 'Items may have at most 500 entries. Send the rest in another call',
    }),
  ])
  expect(await problemOf([])).toEqual([422, expect.objectContaining({ field: 'items' })])
  expect(await problemOf([some, { id: some?.id, name: 'x' }])).toEqual([
    428,
    'Send the version of each row as `version` in its entry of `items`.',
  ])
  const none = await mounted.app.inject({ method: 'POST', url: '/o/policies', payload: {} })
  expect([none.statusCode, none.json().errors[0].field]).toEqual([422, 'items'])
  expect(await problemOf('x')).toEqual([422, expect.objectContaining({ field: 'items' })])
  const large = await post([{ ...some, name: 'x'.repeat(300_000) }])
  expect([large.statusCode, large.json().detail]).toEqual([
    413,
    'The call accepts at most 256 KB: send less at a time.',
  ])
})

test('an Idempotency-Key makes the call happen once', async () => {
  const [some, other] = await createPolicies('once', 'once more')
  const items = [
    { ...some, name: 'twice' },
    { ...other, name: 'once', version: 9 },
  ]
  const headers = { 'idempotency-key': 'bulk' }
  const first = await post(items, headers)
  expect(first.json().resource.items.map((each: RowOutcome<Policy>) => each.outcome)).toEqual([
    'done',
    'refused',
  ])
  expect((await post(items, headers)).json()).toEqual(first.json())
  const { rows } = await system.pool.query(
    'SELECT count(*)::int AS n FROM audit_events WHERE resource_id = $1',
    [some?.id],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('concurrent calls with the same rows in another order do not deadlock: one wins each row', async () => {
  const created = await createPolicies(...Array.from({ length: 40 }, (_, index) => `contended ${index}`))
  const renamed = created.map((each) => ({ ...each, name: `${each.name}!` }))
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) => post(index % 2 ? renamed : renamed.toReversed())),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
  const done = replies
    .flatMap((reply) => reply.json<{ resource: { items: RowOutcome<Policy>[] } }>().resource.items)
    .filter(({ outcome }) => outcome === 'done')
  expect(done).toHaveLength(40)
})
