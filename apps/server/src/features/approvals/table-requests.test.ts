import { api } from '@backoffice/contract/api'
import type { TableDeclaration } from '@backoffice/contract/table'
import { paymentMethods } from '@backoffice/contract/tables/payment-methods'
import { tenders } from '@backoffice/contract/tables/tenders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { giveAccess } from '../../testing/access.ts'
import { approve, requestIn, statusOf, switchRule } from '../../testing/approvals.ts'
import { dryRun } from '../../testing/file-actions.ts'
import { addMasters, createRow, endpointsOf, fileOf, type Texts, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** Tests who sees and decides requests about rows of lookup tables, and what cannot be hidden in them. */
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await addMasters(system.pool)
  await system.pool.query(`INSERT INTO payment_methods
      (payment_method_code, name, type, earns_points, requires_reference, settlement_days, sort_order)
    VALUES ('PTS', 'Points', 'POINTS', false, false, 0, 2), ('DBT', 'Debit', 'CARD', true, false, 0, 3)`)
  await giveAccess(system, 'auditor', ['Users'], ['approval:decide'])
})
afterAll(() => system.stop())
beforeEach(async () => {
  await system.pool.query(`
    UPDATE approval_rules SET is_on = false;
    UPDATE approvals SET status = 'WITHDRAWN', input = NULL, decided_at = now() WHERE status = 'PENDING';
    DELETE FROM change_counts`)
})

const REQUESTER = 'admin'
const DECIDER = 'leonora.santiago'

type Row = { id: string; version: number; values: Texts }

async function aRow(table: TableDeclaration, changes: Texts = {}): Promise<Row> {
  const values = { ...validRow(table), ...changes }
  const { status, body } = await createRow(system, table, values, REQUESTER)
  expect(status).toBe(201)
  const { id, version } = (body as { resource: Row }).resource
  return { id, version, values }
}

async function rowsOf(table: TableDeclaration, count: number, changes: Texts = {}): Promise<Row[]> {
  const rows: Row[] = []
  for (let made = 0; made < count; made++) rows.push(await aRow(table, changes))
  return rows
}

/** A request of all rows as a mass change. */
async function aRequest(send: () => Promise<{ status: number; body: unknown }>): Promise<string> {
  await switchRule(system, 'MASS_CHANGE', true, 1)
  const id = requestIn(await send())
  await switchRule(system, 'MASS_CHANGE', false)
  return id
}

async function anImport(table: TableDeclaration, values: readonly Texts[]): Promise<string> {
  const { source_filekey } = await dryRun(system, fileOf(table, values), REQUESTER, {
    category: table.category,
    file_name: 'rows.csv',
  })
  return aRequest(() => system.send(endpointsOf(table).import, { body: { source_filekey } }, REQUESTER))
}

const rowsIn = (id: string, body: { page?: number; page_size?: number; field?: string } = {}, as = DECIDER) =>
  system.call(api.approvals.rows, { params: { id }, body }, as)

test('the rows of a call have their names', async () => {
  const rows = await rowsOf(tenders, 2, { tender_name: 'Gift card' })
  const items = rows.map(({ id, version }) => ({ id, version, tender_name: 'Renamed' }))
  const id = await aRequest(() => system.send(api.tenders.update, { body: { items } }, REQUESTER))
  expect((await rowsIn(id)).items.map(({ name }) => name)).toEqual(['Gift card', 'Gift card'])
})

test('a decider who may not view the table decides no request about it', async () => {
  const { id: tender, version } = await aRow(tenders)
  const id = await aRequest(async () => {
    await aRow(tenders)
    const items = [{ id: tender, version, tender_name: 'Renamed' }]
    return system.send(api.tenders.update, { body: { items } }, REQUESTER)
  })
  expect(await system.call(api.approvals.get, { params: { id } }, 'auditor')).toMatchObject({
    undecidable: 'view',
    changes: [],
    row_count: null,
  })
  expect(await system.call(api.approvals.counts, {}, 'auditor')).toMatchObject({ decide: 0 })
  expect(await system.call(api.approvals.counts, {}, DECIDER)).toMatchObject({ decide: 1 })
  const denied = { code: 'access_denied', missing: ['tender:view'] }
  const decision = { body: { items: [{ id }] } }
  expect(await system.expectProblem(api.approvals.approve, decision, 'auditor')).toMatchObject(denied)
  const rows = { params: { id }, body: {} }
  expect(await system.expectProblem(api.approvals.rows, rows, 'auditor')).toMatchObject(denied)
  expect(await system.expectProblem(api.approvals.rows, rows, 'lookup')).toMatchObject({ code: 'not_found' })
  await approve(system, id, DECIDER)
  expect(await statusOf(system, id)).toBe('EXECUTED')
})

test('one changed payment method leads an import of many renamed rows', async () => {
  const rows = await rowsOf(paymentMethods, 40)
  const changed = rows.map(({ values }, index) => ({
    ...values,
    name: `Renamed ${index}`,
    ...(index === 33 && { type: 'POINTS' }),
  }))
  const id = await anImport(paymentMethods, changed)
  expect(await system.call(api.approvals.get, { params: { id } }, DECIDER)).toMatchObject({ row_count: 40 })
  const { items, total, fields, new_rows } = await rowsIn(id)
  expect([total, new_rows, items.length]).toEqual([40, 0, 25])
  expect(items[0]).toMatchObject({
    key: rows[33]?.values.payment_method_code,
    is_new: false,
    changes: [
      { field: 'type', label: 'Type', from: 'Cash', to: 'Points', is_governed: true, rows: 1 },
      { field: 'name', is_governed: false, rows: 40 },
    ],
  })
  expect(fields).toEqual([
    { field: 'type', label: 'Type', is_governed: true, rows: 1 },
    { field: 'name', label: 'Payment method name', is_governed: false, rows: 40 },
  ])
  expect((await rowsIn(id, { page: 2 })).items).toHaveLength(15)
  expect((await rowsIn(id, { field: 'type' })).total).toBe(1)
})

test('neither new rows nor rows with the same governed field hide one that changes it otherwise', async () => {
  const rows = await rowsOf(tenders, 30, { payment_method_code: 'CSH' })
  const changed = rows.map(({ values }, index) => ({
    ...values,
    payment_method_code: index === 17 ? 'PTS' : 'DBT',
  }))
  const added = Array.from({ length: 30 }, (_, index) => ({
    ...validRow(tenders),
    bin_from: String(950_000 + index),
    bin_to: String(950_000 + index),
  }))
  const id = await anImport(tenders, [...added, ...changed])
  const { items, new_rows, total } = await rowsIn(id)
  expect([total, new_rows]).toEqual([60, 30])
  expect(items[0]).toMatchObject({
    name: rows[17]?.values.tender_name,
    changes: [{ field: 'payment_method_code', from: 'CSH', to: 'PTS', is_governed: true, rows: 1 }],
  })
  expect(items[1]?.changes).toMatchObject([{ from: 'CSH', to: 'DBT', rows: 29 }])
})

test('a field that one row changes leads where no field is governed', async () => {
  const rows = await rowsOf(tenders, 12)
  const changed = rows.map(({ values }, index) =>
    index === 7 ? { ...values, card_scheme: 'VISA' } : { ...values, tender_name: `Renamed ${index}` },
  )
  const { items } = await rowsIn(await anImport(tenders, changed))
  expect(items[0]).toMatchObject({ changes: [{ field: 'card_scheme', is_governed: false, rows: 1 }] })
})

test('an action on all that match lists every row, those in force first', async () => {
  const past = { effective_from: '2026-01-01', effective_to: '2026-01-31' }
  await rowsOf(paymentMethods, 60, { name: 'Hay', ...past })
  const needle = await aRow(paymentMethods, { name: 'Hay' })
  const body = {
    action: 'deactivate' as const,
    count: 61,
    selection: { filters: { name: { contains: 'Hay' } } },
  }
  const id = await aRequest(() => system.send(api.payment_methods.all, { body }, REQUESTER))
  const first = await rowsIn(id)
  expect(first).toMatchObject({ total: 61, fields: [{ field: 'status', rows: 61 }] })
  expect(first.items[0]).toMatchObject({
    key: needle.values.payment_method_code,
    changes: [{ field: 'status', from: 'Active', to: 'Inactive', is_governed: true, rows: 1 }],
  })
  const others = [...(await rowsIn(id, { page: 2 })).items, ...(await rowsIn(id, { page: 3 })).items]
  expect(new Set([...first.items, ...others].map(({ key }) => key)).size).toBe(61)
  await approve(system, id, DECIDER)
  expect(await system.call(api.approvals.get, { params: { id } }, DECIDER)).toMatchObject({ row_count: null })
})

test('a call that names its rows shows all of them, the governed change first', async () => {
  const rows = (await rowsOf(tenders, 60)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const items = rows.map(({ id, version }, index) => ({
    ...{ id, version, tender_name: `Renamed ${index}` },
    ...(index === 59 && { payment_method_code: 'PTS' }),
  }))
  const id = await aRequest(() => system.send(api.tenders.update, { body: { items } }, REQUESTER))
  const found = await system.call(api.approvals.get, { params: { id } }, DECIDER)
  expect([found.changes.length, found.changes_total, found.row_count]).toEqual([51, 60, 60])
  const { items: listed, total } = await rowsIn(id)
  expect([total, listed[0]?.changes[0]]).toMatchObject([
    60,
    { field: 'payment_method_code', to: 'PTS', rows: 1 },
  ])
})

test('a pending request blocks changes of its rows by its requester, not those by others', async () => {
  const { id: tender, version } = await aRow(tenders)
  await switchRule(system, 'MONEY', true)
  const change = (changes: object, as: string) =>
    system.send(api.tenders.update, { body: { items: [{ id: tender, version, ...changes }] } }, as)
  const id = requestIn(await change({ payment_method_code: 'PTS' }, REQUESTER))
  const detail = expect.stringMatching(/^Your request “Change tender .+” waits .+Withdraw/)
  expect(await change({ tender_name: 'Mine' }, REQUESTER)).toMatchObject({
    status: 409,
    body: { code: 'approval_pending', detail },
  })
  const items = [{ id: tender, version }]
  expect(await system.send(api.tenders.delete, { body: { items } }, REQUESTER)).toMatchObject({ status: 409 })
  expect((await change({ tender_name: 'Theirs' }, 'lookup')).status).toBe(200)
  await approve(system, id, DECIDER)
  expect(await statusOf(system, id)).toBe('STALE')
  const mine = { items: [{ id: tender, version: version + 1, tender_name: 'Mine' }] }
  expect((await system.send(api.tenders.update, { body: mine }, REQUESTER)).status).toBe(200)
})

test('a pending import blocks its requester too', async () => {
  const rows = await rowsOf(tenders, 3)
  await anImport(
    tenders,
    rows.map(({ values }) => ({ ...values, tender_name: 'Imported' })),
  )
  const [first] = rows
  const body = { items: [{ id: first?.id ?? '', version: first?.version ?? 0, tender_name: 'Mine' }] }
  expect(await system.send(api.tenders.update, { body }, REQUESTER)).toMatchObject({
    status: 409,
    body: { code: 'approval_pending' },
  })
})
