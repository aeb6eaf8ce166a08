import { api } from '@backoffice/contract/api'
import type pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { useTenderSystem } from '../../testing/tenders.ts'

const tenders = useTenderSystem()

describe('versions', () => {
  test('a stale version is refused with the current row, a missing one with 428', async () => {
    const { id } = await tenders.create()
    expect((await tenders.update({ id, version: 1, tender_name: 'Theirs' })).status).toBe(200)
    const stale = await tenders.update({ id, version: 1, tender_name: 'Mine' })
    expect([stale.status, stale.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'version_conflict',
        detail: 'Carla Lim saved this tender in the meantime.',
        current: expect.objectContaining({ version: 2, tender_name: 'Theirs' }),
      }),
    ])
    // Cast: the compiler rejects this too.
    const missing = await tenders.update({ id, tender_name: 'Mine' } as unknown as {
      id: string
      version: number
    })
    expect([missing.status, missing.body]).toEqual([
      428,
      expect.objectContaining({ code: 'version_required' }),
    ])
  })

  test('exactly one of 100 concurrent writers wins each version, and every attempt is audited', async () => {
    const { id } = await tenders.create()
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, writer) =>
        tenders.update({ id, version: 1, tender_name: `Writer ${writer}` }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(99)
    expect((await tenders.get(id)).body).toMatchObject({ resource: { version: 2 } })
    await expect
      .poll(async () => {
        const { rows } = await tenders.system.pool.query(
          `SELECT sum(count)::int AS n FROM audit_events WHERE resource_id = $1 AND action = 'tender.update'`,
          [id],
        )
        tenders.system.clock.offsetMs += 61_000
        return rows[0].n
      })
      .toBe(100)
  })

  test('an update without changes keeps the version and records no event', async () => {
    const row = await tenders.create()
    const { body } = await tenders.update({ id: row.id, version: 1, tender_name: ` ${row.tender_name}` })
    expect(body).toMatchObject({ resource: { items: [{ outcome: 'unchanged', row: { version: 1 } }] } })
    expect(await tenders.trailOf(row.id)).toHaveLength(1)
  })
})

test('each of several items has its own outcome', async () => {
  const [one, two, three] = [await tenders.create(), await tenders.create(), await tenders.create()]
  await tenders.update({ id: two.id, version: 1, tender_name: 'Moved on' })
  const { status, body } = await tenders.update(
    { id: one.id, version: 1, status: 'INACTIVE' },
    { id: two.id, version: 1, status: 'INACTIVE' },
    { id: three.id, version: 1, payment_method_code: 'NONE' },
  )
  expect([status, body]).toMatchObject([
    200,
    {
      resource: {
        items: [
          { id: one.id, outcome: 'done', row: { status: 'INACTIVE', version: 2 } },
          { id: two.id, outcome: 'refused', code: 'version_conflict', current: { version: 2 } },
          { id: three.id, outcome: 'refused', errors: [{ field: 'payment_method_code', code: 'E007' }] },
        ],
      },
    },
  ])
})

test('accepts 500 items and refuses 501', async () => {
  const { rows } = await tenders.owner.query(
    `INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, company_code, status)
     SELECT 'KIOSK', upper(to_hex(n)), 'Bulk ' || n, 'CSH', 'NLF', 'ACTIVE' FROM generate_series(4096, 4596) n RETURNING id`,
  )
  const items = rows.map(({ id }) => ({ id: String(id), version: 1, status: 'INACTIVE' as const }))
  expect(items).toHaveLength(501)
  const tooMany = await tenders.update(...items)
  expect([tooMany.status, tooMany.body]).toEqual([
    422,
    expect.objectContaining({ detail: expect.stringContaining('at most 500') }),
  ])
  const { items: outcomes } = await tenders.system.call(
    api.tenders.update,
    { body: { items: items.slice(0, 500) } },
    'lookup',
  )
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['done']))
})

describe('deleting', () => {
  test('removes the row from the list; restoring brings it back with the same id and the next version', async () => {
    const row = await tenders.create()
    const seen = { id: row.id, version: 1 }
    const deleted = await tenders.system.call(api.tenders.delete, { body: { items: [seen] } }, 'lookup')
    expect(deleted.items).toMatchObject([{ outcome: 'done', row: { version: 2 } }])
    expect((await tenders.get(row.id)).status).toBe(404)
    const restored = await tenders.system.call(
      api.tenders.restore,
      { body: { items: [{ id: row.id, version: 2 }] } },
      'lookup',
    )
    expect(restored.items).toMatchObject([
      { outcome: 'done', row: { id: row.id, version: 3, tender_id: row.tender_id } },
    ])
    expect((await tenders.trailOf(row.id)).map(({ action }) => action)).toEqual([
      'tender.create',
      'tender.delete',
      'tender.restore',
    ])
  })

  test('a row that came back by its key is no longer deleted', async () => {
    const row = await tenders.create()
    await tenders.system.call(api.tenders.delete, { body: { items: [{ id: row.id, version: 1 }] } }, 'lookup')
    const again = await tenders.create({ tender_id: row.tender_id, tender_name: 'Another' })
    expect(again.id).toBe(row.id)
    const restored = await tenders.system.expectProblem(
      api.tenders.restore,
      { body: { items: [{ id: row.id, version: 2 }] } },
      'lookup',
    )
    expect(restored).toMatchObject({ status: 404, detail: 'There is no deleted tender to restore.' })
  })

  test('a row whose BIN range is now taken is not restored', async () => {
    const range = { bin_from: '612300', bin_to: '612399' }
    const row = await tenders.create(range)
    await tenders.system.call(api.tenders.delete, { body: { items: [{ id: row.id, version: 1 }] } }, 'lookup')
    await tenders.create(range)
    const problem = await tenders.system.expectProblem(
      api.tenders.restore,
      { body: { items: [{ id: row.id, version: 2 }] } },
      'lookup',
    )
    expect([problem.status, problem.errors?.[0]?.code]).toEqual([422, 'E011'])
    expect(problem.detail).toMatch(/^Not restored, because of a conflict with later changes\. /)
  })

  test('a tender in use cannot be deleted or get another key, and its uses are counted', async () => {
    const row = await tenders.create({ company_code: 'NLF' })
    await tenders.useTender('POS', row.tender_id, 'NLF')
    const problem = await tenders.system.expectProblem(
      api.tenders.delete,
      { body: { items: [{ id: row.id, version: 1 }] } },
      'lookup',
    )
    expect(problem).toMatchObject({
      status: 409,
      code: 'in_use',
      detail: 'In use by 1 transaction: a tender in use can’t be deleted. Deactivate it instead.',
      used_by: [{ label: 'transaction', count: 1 }],
    })
    expect((await tenders.get(row.id)).body).toMatchObject({ resource: { in_use_since: '2025-07-15' } })
    const renamed = await tenders.update({ id: row.id, version: 1, tender_id: 'ZZZZ' })
    expect(renamed.body).toMatchObject({
      errors: [
        {
          field: 'tender_id',
          message:
            'In use since 15 Jul 2025, so it can’t be changed. Duplicate the row with a new ID and end this one.',
        },
      ],
    })
    expect((await tenders.update({ id: row.id, version: 1, status: 'INACTIVE' })).status).toBe(200)
  })

  test('rows in use stay, each with its uses', async () => {
    const [free, used] = [await tenders.create(), await tenders.create()]
    await tenders.useTender('POS', used.tender_id, 'NLF')
    await tenders.useTender('POS', used.tender_id, 'MBR')
    const items = [used, free].map(({ id }) => ({ id, version: 1 }))
    const deleted = await tenders.system.call(api.tenders.delete, { body: { items } }, 'lookup')
    // For all companies, every transaction counts as use.
    expect(deleted.items).toMatchObject([
      { id: used.id, outcome: 'refused', code: 'in_use', used_by: [{ label: 'transactions', count: 2 }] },
      { id: free.id, outcome: 'done', row: { version: 2 } },
    ])
  })

  test('a row whose range is now taken is not restored', async () => {
    const range = { source_system: 'KIOSK', bin_from: '997000', bin_to: '997999' }
    const row = await tenders.create(range)
    const seen = { body: { items: [{ id: row.id, version: 1 }] } }
    await tenders.system.call(api.tenders.delete, seen, 'lookup')
    const other = await tenders.create({ ...range, bin_from: '99755555' })
    const again = { body: { items: [{ id: row.id, version: 2 }] } }
    const problem = await tenders.system.expectProblem(api.tenders.restore, again, 'lookup')
    expect(problem).toMatchObject({ status: 422, errors: [{ code: 'E011', row: { id: other.id } }] })
    const twice = await tenders.system.expectProblem(api.tenders.restore, seen, 'lookup')
    expect([twice.status, twice.code]).toEqual([409, 'version_conflict'])
  })
})

test('writes each row in one savepoint, alone or in bulk', async () => {
  const clients = new Set<pg.PoolClient>()
  tenders.system.pool.on('acquire', (client) => clients.add(client))
  const savepoints = async (write: () => Promise<unknown>) => {
    const spies = [...clients].map((client) => vi.spyOn(client, 'query').mockClear())
    await write()
    const statements = spies.flatMap(({ mock }) => mock.calls.map(([statement]) => String(statement)))
    return statements.filter((statement) => statement.startsWith('SAVEPOINT item')).length
  }
  const [one, two] = [await tenders.create(), await tenders.create()]
  const change = ({ id }: { id: string }, version = 1) => ({ id, version, tender_name: 'In one savepoint' })
  expect({
    created: await savepoints(() => tenders.create()),
    refused: await savepoints(() => tenders.refused({ tender_id: one.tender_id })),
    changed: await savepoints(() => tenders.update(change(one))),
    twoRows: await savepoints(() => tenders.update(change(one, 2), change(two))),
  }).toEqual({ created: 1, refused: 1, changed: 1, twoRows: 2 })
})
