import { api } from '@backoffice/contract/api'
import type { Problem } from '@backoffice/contract/schemas'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTender } from '../../testing/tenders.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let owner: pg.Client
beforeAll(async () => {
  system = await startTestSystem()
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  await owner.query(`INSERT INTO payment_methods (payment_method_code, name, type, status, earns_points,
    requires_reference, settlement_days, sort_order) VALUES
    ('CSH', 'Cash', 'CASH', 'ACTIVE', true, false, 0, 1), ('CRD', 'Card', 'CARD', 'ACTIVE', true, true, 1, 2), ('OLD', 'Old', 'CARD', 'INACTIVE', true, true, 1, 3)
    ON CONFLICT DO NOTHING`)
  await owner.query(`INSERT INTO company_groups (company_code, company_name, group_code, group_name)
    VALUES ('NLF', 'Northline Fuels Inc.', 'FUEL', 'Fuel partners') ON CONFLICT DO NOTHING`)
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})

type Changes = Parameters<typeof aTender>[0]
const create = (changes: Changes = {}) =>
  system.call(api.tenders.create, { body: aTender(changes) }, 'lookup')
const refused = (changes: object = {}) =>
  system.expectProblem(api.tenders.create, { body: aTender(changes) }, 'lookup')
const update = (...items: Parameters<typeof system.call<typeof api.tenders.update>>[1]['body']['items']) =>
  system.send(api.tenders.update, { body: { items } }, 'lookup')
const get = (id: string) => system.send(api.tenders.get, { params: { id } }, 'lookup')

async function trailOf(id: string) {
  const { rows } = await system.pool.query(
    `SELECT action, resource FROM audit_events WHERE resource_id = $1 AND outcome = 'done' ORDER BY id`,
    [id],
  )
  return rows
}

async function useTender(sourceSystem: string, tenderId: string, companyCode: string) {
  await owner.query(
    `INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system,
       source_tran_code, source_tender_id, company_code, amount, points, status)
     SELECT coalesce(max(transaction_id), 0) + 1, 9990000000000011, '2025-07-15', now(), $1, '10', $2, $3, 100, 0, 'POSTED'
     FROM transactions`,
    [sourceSystem, tenderId, companyCode],
  )
}

test('a tender is stored tidied and answered with its version, its people and its audit event', async () => {
  const row = await create({ tender_id: ' ab1 ', tender_name: '  Cash  ', card_scheme: ' ' })
  expect(row).toMatchObject({
    version: 1,
    tender_id: 'AB1',
    tender_name: 'Cash',
    card_scheme: null,
    updated_by: 'Carla Lim',
    in_use_since: null,
  })
  expect(await trailOf(row.id)).toEqual([{ action: 'tender.create', resource: 'tender' }])
})

test.each([
  ['tender_name', { tender_name: '' }, 'Enter Tender name'],
  ['tender_id', { tender_id: 'ABCDE' }, 'Tender ID must only contain 4 characters'],
  ['payment_method_code', { payment_method_code: 'OLD' }, 'OLD is unknown or not in force'],
  ['company_code', { company_code: 'XXX' }, 'XXX is unknown or not in force'],
  ['bin_to', { bin_from: '999100' }, 'Enter BIN to, or leave both empty'],
  ['bin_to', { bin_from: '999100', bin_to: '999099' }, 'BIN to is before BIN from'],
  [
    'effective_to',
    { effective_from: '2026-02-01', effective_to: '2026-01-31' },
    'Effective to is before Effective from',
  ],
  ['source_system', { source_system: 'MOON' }, 'Source system is one of POS, FUEL, ONLINE, KIOSK'],
  ['tender_id', { tender_id: 'ß1' }, 'Tender ID is invalid'],
  ['tender_id', { tender_id: 'ı' }, 'Tender ID is invalid'],
  [
    'bin_from',
    { bin_from: '٩٩٩١٠٠', bin_to: '999199' },
    'BIN from takes the letters A to Z and digits 0 to 9',
  ],
  ['tender_name', { tender_name: 'x'.repeat(41) }, 'Tender Name must only contain 40 characters'],
  [
    'tender_name',
    { tender_name: 'two\nlines' },
    'Tender name has line breaks, tabs or other control characters: remove them',
  ],
])('%s is refused: %j', async (field, changes, message) => {
  const problem = await refused(changes)
  expect([problem.status, problem.errors]).toEqual([422, [expect.objectContaining({ field, message })]])
})

test('a key that is taken is refused with the row that has it', async () => {
  const { id, tender_id } = await create({ tender_name: 'First' })
  const problem = await refused({ tender_id: tender_id.toLowerCase() })
  expect(problem.errors).toEqual([
    {
      field: 'tender_id',
      code: 'E009',
      message: `POS ${tender_id}, First exists already.`,
      row: expect.objectContaining({ id }),
    },
  ])
})

test('overlapping BIN ranges are refused with the row and where to start, and allowed for another company or time', async () => {
  const debit = await create({
    source_system: 'FUEL',
    tender_name: 'Debit, fuel',
    bin_from: '999350',
    bin_to: '999399',
  })
  const range = { source_system: 'FUEL', bin_from: '999380', bin_to: '999549' }
  const problem = await refused(range)
  expect(problem.errors).toEqual([
    {
      field: 'bin_from',
      code: 'E011',
      message: `Overlaps FUEL ${debit.tender_id}, Debit, fuel, which has 999350–999399. Start at 999400 or later.`,
      row: { id: debit.id, label: `FUEL ${debit.tender_id}, Debit, fuel` },
    },
  ])
  // A longer number lies inside the range of a shorter one.
  expect((await refused({ ...range, bin_from: '99939999', bin_to: '99939999' })).errors?.[0]?.code).toBe(
    'E011',
  )
  await create({ ...range, company_code: 'NLF' })
  await create({ ...range, source_system: 'POS' })
  await create({ ...range, status: 'INACTIVE' })
  const first = await create({ ...range, bin_from: '999700', bin_to: '999799', effective_to: '2026-01-31' })
  await create({ ...range, bin_from: '999700', bin_to: '999799', effective_from: '2026-02-01' })
  const again = await update({ id: first.id, version: 1, effective_to: null })
  expect(again.status).toBe(422)
})

test('of many who create the same row or overlapping ranges at once one succeeds; the others see its row', async () => {
  const outcomesOf = async (bodies: ReturnType<typeof aTender>[]) => {
    const replies = await Promise.all(
      bodies.map((body, n) => system.send(api.tenders.create, { body }, n % 2 ? 'lookup' : 'admin')),
    )
    const codes = replies.map(({ status, body }) => {
      const { errors = [] } = body as Partial<Problem>
      return status === 422 ? `${errors[0]?.code} ${errors[0]?.row?.label}` : String(status)
    })
    return codes.sort()
  }
  const same = aTender({ tender_name: 'Same' })
  const taken = `E009 POS ${same.tender_id}, Same`
  expect(await outcomesOf(Array.from({ length: 20 }, () => same))).toEqual([
    '201',
    ...Array.from({ length: 19 }, () => taken),
  ])
  const ranges = Array.from({ length: 20 }, (_, n) =>
    aTender({
      source_system: 'ONLINE',
      tender_name: 'Range',
      bin_from: String(998_000 + n),
      bin_to: '998999',
    }),
  )
  const [created, ...refusals] = await outcomesOf(ranges)
  expect(created).toBe('201')
  expect(refusals.filter((each) => /^E011 ONLINE \w+, Range$/.test(each))).toHaveLength(19)
})

describe('versions', () => {
  test('a stale one is refused with the row as it is now; a missing one is 428', async () => {
    const { id } = await create()
    expect((await update({ id, version: 1, tender_name: 'Theirs' })).status).toBe(200)
    const stale = await update({ id, version: 1, tender_name: 'Mine' })
    expect([stale.status, stale.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'version_conflict',
        detail: 'Carla Lim saved this tender in the meantime.',
        current: expect.objectContaining({ version: 2, tender_name: 'Theirs' }),
      }),
    ])
    // The compiler would not let it through either.
    const missing = await update({ id, tender_name: 'Mine' } as unknown as { id: string; version: number })
    expect([missing.status, missing.body]).toEqual([
      428,
      expect.objectContaining({ code: 'version_required' }),
    ])
  })

  test('of 100 concurrent writers exactly one wins each version, and the trail has every one', async () => {
    const { id } = await create()
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, writer) => update({ id, version: 1, tender_name: `Writer ${writer}` })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(99)
    expect((await get(id)).body).toMatchObject({ resource: { version: 2 } })
    await expect
      .poll(async () => {
        const { rows } = await system.pool.query(
          `SELECT sum(count)::int AS n FROM audit_events WHERE resource_id = $1 AND action = 'tender.update'`,
          [id],
        )
        system.clock.offsetMs += 61_000
        return rows[0].n
      })
      .toBe(100)
  })

  test('what changes nothing keeps the version and leaves no event', async () => {
    const row = await create()
    const { body } = await update({ id: row.id, version: 1, tender_name: ` ${row.tender_name}` })
    expect(body).toMatchObject({ resource: { items: [{ outcome: 'unchanged', row: { version: 1 } }] } })
    expect(await trailOf(row.id)).toHaveLength(1)
  })
})

test('of several items each has its outcome', async () => {
  const [one, two, three] = [await create(), await create(), await create()]
  await update({ id: two.id, version: 1, tender_name: 'Moved on' })
  const { status, body } = await update(
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

test('500 items are written, 501 refused in words', async () => {
  const { rows } = await owner.query(
    `INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, company_code, status)
     SELECT 'KIOSK', upper(to_hex(n)), 'Bulk ' || n, 'CSH', 'NLF', 'ACTIVE' FROM generate_series(4096, 4596) n RETURNING id`,
  )
  const items = rows.map(({ id }) => ({ id: String(id), version: 1, status: 'INACTIVE' as const }))
  expect(items).toHaveLength(501)
  const tooMany = await update(...items)
  expect([tooMany.status, tooMany.body]).toEqual([
    422,
    expect.objectContaining({ detail: expect.stringContaining('at most 500') }),
  ])
  const { items: outcomes } = await system.call(
    api.tenders.update,
    { body: { items: items.slice(0, 500) } },
    'lookup',
  )
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['done']))
})

describe('deleting', () => {
  test('leaves the list; restoring brings the same id back with the next version', async () => {
    const row = await create()
    const seen = { id: row.id, version: 1 }
    const deleted = await system.call(api.tenders.delete, { body: { items: [seen] } }, 'lookup')
    expect(deleted.items).toMatchObject([{ outcome: 'done', row: { version: 2 } }])
    expect((await get(row.id)).status).toBe(404)
    const restored = await system.call(
      api.tenders.restore,
      { body: { items: [{ id: row.id, version: 2 }] } },
      'lookup',
    )
    expect(restored.items).toMatchObject([
      { outcome: 'done', row: { id: row.id, version: 3, tender_id: row.tender_id } },
    ])
    expect((await trailOf(row.id)).map(({ action }) => action)).toEqual([
      'tender.create',
      'tender.delete',
      'tender.restore',
    ])
  })

  test('a key taken meanwhile is not restored', async () => {
    const row = await create()
    await system.call(api.tenders.delete, { body: { items: [{ id: row.id, version: 1 }] } }, 'lookup')
    await create({ tender_id: row.tender_id, tender_name: 'Another' })
    const problem = await system.expectProblem(
      api.tenders.restore,
      { body: { items: [{ id: row.id, version: 2 }] } },
      'lookup',
    )
    expect([problem.status, problem.errors?.[0]?.code]).toEqual([422, 'E009'])
    expect(problem.detail).toBe(
      `Not brought back, because it does not fit what was saved meanwhile. POS ${row.tender_id}, Another exists already.`,
    )
  })

  test('a tender in use is neither deleted nor renamed; what uses it is counted', async () => {
    const row = await create({ company_code: 'NLF' })
    await useTender('POS', row.tender_id, 'NLF')
    const problem = await system.expectProblem(
      api.tenders.delete,
      { body: { items: [{ id: row.id, version: 1 }] } },
      'lookup',
    )
    expect(problem).toMatchObject({
      status: 409,
      code: 'in_use',
      detail: 'In use by 1 transaction: a tender in use is not deleted. Deactivate it instead.',
      used_by: [{ label: 'transaction', count: 1 }],
    })
    expect((await get(row.id)).body).toMatchObject({ resource: { in_use_since: '2025-07-15' } })
    const renamed = await update({ id: row.id, version: 1, tender_id: 'ZZZZ' })
    expect(renamed.body).toMatchObject({
      errors: [
        {
          field: 'tender_id',
          message:
            'In use since 15 Jul 2025, so it does not change: duplicate it under a new ID and end this one.',
        },
      ],
    })
    expect((await update({ id: row.id, version: 1, status: 'INACTIVE' })).status).toBe(200)
  })
})

test.each([
  'O\'Brien "x"',
  '😀'.repeat(40),
  '\u202Egnp.exe',
  'İstanbul ß ñ',
  '-1+1',
  '{"a":[1]}',
  "'; DROP TABLE tenders --",
  '100 % _ \\',
  '😀 emoji',
  'שלום עולם',
  '<script>alert(1)</script>',
  '=cmd()',
])('the name %s is stored, found and answered as it is', async (tender_name) => {
  const row = await create({ tender_name })
  expect(row.tender_name).toBe(tender_name)
  const body = { search: tender_name, page: 1, page_size: 25 } as const
  const found = await system.call(api.tenders.list, { body }, 'lookup')
  expect(found.items.map(({ id }) => id)).toContain(row.id)
})

test('lists by the state of the day', async () => {
  const tender_name = 'State of the day'
  const byState = {
    IN_FORCE: await create({ tender_name }),
    STARTS: await create({ tender_name, effective_from: '2099-01-01' }),
    ENDED: await create({ tender_name, effective_to: '2020-01-01' }),
    INACTIVE: await create({ tender_name, status: 'INACTIVE', effective_to: '2020-01-01' }),
  }
  for (const [state, { id }] of Object.entries(byState)) {
    const body = { search: tender_name, filters: { state: { in: [state] } }, page: 1, page_size: 25 } as const
    const { items } = await system.call(api.tenders.list, { body }, 'lookup')
    expect(items.map((row) => row.id)).toEqual([id])
  }
  const filters = { state: { in: ['STARTS', 'ENDED'] } }
  const body = { search: tender_name, filters, page: 1, page_size: 25 } as const
  const { items } = await system.call(api.tenders.list, { body }, 'lookup')
  expect(items.map((row) => row.id).sort()).toEqual([byState.STARTS.id, byState.ENDED.id].sort())
})

test('a filter, a sort and a page size that there are not are refused by name', async () => {
  for (const [name, body] of [
    ['filters.colour', { filters: { colour: { in: ['x'] } } }],
    ['sort.0', { sort: ['colour:asc'] }],
    ['page_size', { page_size: 7 }],
  ] as const) {
    // The compiler would not let it through either.
    const problem = await system.expectProblem(api.tenders.list, { body: body as object }, 'lookup')
    expect([problem.status, problem.errors?.map(({ field }) => field)]).toEqual([422, [name]])
  }
})

test('options are what is in force, and what is selected', async () => {
  const listed = await system.call(api.options.paymentMethods, { body: {} }, 'lookup')
  expect(listed.items.map(({ code }) => code)).not.toContain('OLD')
  const body = { search: 'cas', selected: ['OLD'] }
  expect(await system.call(api.options.paymentMethods, { body }, 'lookup')).toEqual({
    items: [
      { code: 'OLD', name: 'Old', in_force: false },
      { code: 'CSH', name: 'Cash', in_force: true },
    ],
    more: false,
  })
  expect((await system.expectProblem(api.options.companyGroups, { body: {} }, 'agent')).status).toBe(403)
})

test('the same Idempotency-Key creates one row', async () => {
  const body = aTender()
  const headers = { 'idempotency-key': 'one' }
  const first = await system.send(api.tenders.create, { body }, 'lookup', headers)
  const again = await system.send(api.tenders.create, { body }, 'lookup', headers)
  expect([first.status, again.body]).toEqual([201, first.body])
})
