// over 300 lines: one story of a gap per kind of code, over the same tables
import { api } from '@backoffice/contract/api'
import type { MappingGap } from '@backoffice/contract/mapping'
import { tenders } from '@backoffice/contract/tables/tenders'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveAccess } from '../../testing/access.ts'
import { requestIn, switchRule } from '../../testing/approvals.ts'
import { dryRun, waitFor } from '../../testing/file-actions.ts'
import { refreshSums } from '../../testing/refresh-sums.ts'
import { fileOf } from '../../testing/table-rows.ts'
import { aTender } from '../../testing/tenders.ts'
import { startTerminalSystem, upsert } from '../../testing/terminals.ts'
import type { TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let owner: pg.Client
let ledger: pg.Client
beforeAll(async () => {
  system = await startTerminalSystem({ workers: true })
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  ledger = new pg.Client({ connectionString: system.ledgerUrl })
  await ledger.connect()
  await owner.query(`INSERT INTO payment_methods
      (payment_method_code, name, type, earns_points, requires_reference, settlement_days, sort_order)
    VALUES ('CSH', 'Cash', 'CASH', true, false, 0, 1), ('CRD', 'Card', 'CARD', true, true, 1, 2)`)
  await owner.query(`INSERT INTO transaction_codes
      (tran_code, description, class, points_sign, processing_code, posts_to_ledger, requires_reason)
    VALUES ('1000', 'Earn', 'EARN', '1', '000000', true, false)`)
})
afterAll(async () => {
  await owner.end()
  await ledger.end()
  await system.stop()
})

type Columns = Partial<
  Record<
    | 'business_date'
    | 'transaction_at'
    | 'source_system'
    | 'source_tran_code'
    | 'source_tender_id'
    | 'source_terminal_id'
    | 'company_code'
    | 'branch_code'
    | 'payment_method_code',
    string | null
  > & { amount: number }
>
let ids = 0

/** Inserts transactions, mapped except for the given source columns. */
async function load(rows: readonly Columns[]) {
  for (const row of rows) {
    ids += 1
    const all = {
      transaction_id: ids,
      card_number: '9990000000000011',
      business_date: '2026-11-01',
      transaction_at: '2026-11-01T04:00:00Z',
      source_system: 'FUEL',
      source_tran_code: 'SALE',
      company_code: 'NLF',
      amount: 10_000,
      points: 0,
      status: 'POSTED',
      ...(row.source_tran_code === undefined && { tran_code: '1000' }),
      ...row,
    }
    const names = Object.keys(all)
    await ledger.query(
      `INSERT INTO transactions (${names.join()}) VALUES (${names.map((_, index) => `$${index + 1}`).join()})`,
      Object.values(all),
    )
  }
  await refreshSums(system)
}

const gapsOf = async (search: string, as = 'lookup') =>
  (await system.call(api.mapping.list, { body: { search, page: 1, page_size: 25 } }, as)).items
const parts = ({
  kind,
  source_system,
  code,
  company_code,
  branch_code,
  branches,
  transactions,
  amount,
}: MappingGap) => ({
  ...{ kind, source_system, code, company_code, branch_code, branches, transactions, amount },
})
const codesOf = async (column: string, where: string) => {
  const { rows } = await ledger.query<Record<string, string | null>>(
    `SELECT ${column} AS code FROM transactions WHERE ${where} ORDER BY transaction_id`,
  )
  return rows.map(({ code }) => code)
}

async function lastMapping() {
  const { rows } = await owner.query<{ source_filekey: string }>(
    `SELECT source_filekey FROM files WHERE kind = 'action' ORDER BY created_at DESC LIMIT 1`,
  )
  const filekey = rows[0]?.source_filekey ?? ''
  return waitFor(system, filekey, 'lookup', ({ state }) => state === 'COMPLETED')
}

const mapTender = (row: Parameters<typeof aTender>[0]) =>
  system.call(
    api.tenders.create,
    {
      body: aTender({ source_system: 'FUEL', company_code: 'NLF', payment_method_code: 'CRD', ...row }),
    },
    'lookup',
  )

test('a gap is listed once in any case with its figures, and a row closes it and maps its transactions', async () => {
  await load([
    { source_tender_id: 'a088', branch_code: '0417', amount: 5_000 },
    { source_tender_id: 'A088', branch_code: '0419', amount: -2_500 },
    { source_tender_id: 'A088', source_system: 'POS', company_code: 'MBR' },
  ])
  const gap = { kind: 'TENDER', code: 'A088', branch_code: null }
  expect((await gapsOf('a088')).map(parts)).toEqual([
    { ...gap, source_system: 'POS', company_code: 'MBR', branches: 0, transactions: 1, amount: 10_000 },
    { ...gap, source_system: 'FUEL', company_code: 'NLF', branches: 2, transactions: 2, amount: 7_500 },
  ])
  const { gaps } = await system.call(api.mapping.figures, {}, 'lookup')
  expect(gaps).toContainEqual({ kind: 'TENDER', codes: 2, transactions: 3, amount: 17_500 })

  await mapTender({ tender_id: 'A088' })
  expect(await lastMapping()).toMatchObject({
    action: { action: 'map' },
    counts: { total: 2, processed: 2, valid: 2, skipped: 0 },
  })
  expect((await gapsOf('a088')).map(({ source_system }) => source_system)).toEqual(['POS'])
  expect(await codesOf('payment_method_code', "upper(source_tender_id) = 'A088'")).toEqual([
    'CRD',
    'CRD',
    null,
  ])
})

test('an amount moves from blocked to mapped with the last code of its transaction', async () => {
  const before = await system.call(api.mapping.figures, {}, 'lookup')
  await load([
    { source_tender_id: 'F1', source_terminal_id: 'F1', amount: 700 },
    { source_tender_id: 'F1', amount: -300 },
    { amount: 5_000 },
  ])
  const moved = async () => {
    const { blocked, mapped } = await system.call(api.mapping.figures, {}, 'lookup')
    const from = (name: 'transactions' | 'amount') => [
      (blocked?.[name] ?? 0) - (before.blocked?.[name] ?? 0),
      (mapped?.[name] ?? 0) - (before.mapped?.[name] ?? 0),
    ]
    return { transactions: from('transactions'), amount: from('amount') }
  }
  expect(await moved()).toEqual({ transactions: [2, 1], amount: [1_000, 5_000] })
  await mapTender({ tender_id: 'F1' })
  await lastMapping()
  expect(await moved()).toEqual({ transactions: [1, 2], amount: [700, 5_300] })
})

test('a row of the company takes precedence over one of all companies, each only while in force', async () => {
  await load(
    ['2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01'].map((business_date) => ({
      business_date,
      source_tender_id: 'B1',
    })),
  )
  await load([{ company_code: 'MBR', source_tender_id: 'B1' }])
  const codes = () => codesOf('payment_method_code', "source_tender_id = 'B1'")
  const common = { source_system: 'FUEL', tender_id: 'B1' } as const
  const october = { effective_from: '2026-10-01', effective_to: '2026-10-31' }
  await system.call(
    api.tenders.create,
    { body: aTender({ ...common, company_code: 'NLF', payment_method_code: 'CRD', ...october }) },
    'lookup',
  )
  expect(await lastMapping()).toMatchObject({ counts: { total: 4, valid: 2, skipped: 2 } })
  expect(await codes()).toEqual([null, 'CRD', 'CRD', null, null])
  await system.call(
    api.tenders.create,
    { body: aTender({ ...common, company_code: '*', payment_method_code: 'CSH' }) },
    'lookup',
  )
  expect(await lastMapping()).toMatchObject({ counts: { total: 3, valid: 3, skipped: 0 } })
  expect(await codes()).toEqual(['CSH', 'CRD', 'CRD', 'CSH', 'CSH'])
  expect(await gapsOf('B1')).toEqual([])
})

test('a tran code also sets the class', async () => {
  // The second has no company, so only a row for all companies applies.
  await load([{ source_tran_code: 'SALEX' }, { source_tran_code: 'SALEX', company_code: null }])
  const body = {
    source_system: 'FUEL',
    source_code: 'SALEX',
    tran_code: '1000',
    company_code: '*',
    status: 'ACTIVE',
    effective_from: null,
    effective_to: null,
  } as const
  await system.call(api.trancodes.create, { body }, 'lookup')
  await lastMapping()
  expect(await codesOf("tran_code || ' ' || tran_class", "source_tran_code = 'SALEX'")).toEqual([
    '1000 EARN',
    '1000 EARN',
  ])
})

test('transactions get the branch of the terminal at their time', async () => {
  const created = await upsert(system, { terminal_id: 'G0000001', company_code: 'NLF', branch_code: '0417' })
  const { id } = (created.body as { resource: { row: { id: string } } }).resource.row
  await upsert(system, { terminal_id: 'G0000001', company_code: 'NLF', branch_code: '0419' }, { version: 1 })
  await owner.query("UPDATE terminal_moves SET moved_at = '2026-11-05T00:00:00Z' WHERE terminal = $1", [id])
  await load(
    ['2026-11-04T23:59:59Z', '2026-11-05T00:00:01Z'].map((transaction_at) => ({
      transaction_at,
      source_terminal_id: 'g0000001',
      company_code: null,
    })),
  )
  expect((await gapsOf('G0000001')).map(parts)).toMatchObject([
    { kind: 'TERMINAL', source_system: null, company_code: null, transactions: 2 },
  ])
  const started = await system.call(api.mapping.map, { body: { kind: 'TERMINAL' } }, 'lookup')
  await waitFor(system, started.source_filekey, 'lookup', ({ state }) => state === 'COMPLETED')
  expect(
    await codesOf(
      "concat_ws(' ', terminal_id, company_code, branch_code)",
      "source_terminal_id = 'g0000001'",
    ),
  ).toEqual(['G0000001 NLF 0417', 'G0000001 NLF 0419'])
})

test('maps several gaps of a kind in one call, each with its outcome', async () => {
  await load(['C1', 'C2'].map((source_tender_id) => ({ source_tender_id })))
  const item = (tender_id: string, payment_method_code: string) => ({
    source_system: 'FUEL',
    tender_id,
    tender_name: `Tender ${tender_id}`,
    payment_method_code,
    company_code: 'NLF',
  })
  const body = { kind: 'TENDER' as const, items: [item('C1', 'CSH'), item('C1', 'CSH'), item('C2', 'ZZZ')] }
  const { items } = await system.call(api.mapping.create, { body }, 'lookup')
  expect(items.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'refused'])
  expect(items[2]?.errors).toMatchObject([
    { field: 'payment_method_code', message: 'ZZZ is unknown or inactive' },
  ])
  await lastMapping()
  expect((await gapsOf('C')).map(({ code }) => code)).toEqual(['C2'])
})

test('a row without waiting transactions starts no mapping', async () => {
  const count = async () => (await owner.query("SELECT FROM files WHERE kind = 'action'")).rowCount
  const before = await count()
  await system.call(api.tenders.create, { body: aTender() }, 'lookup')
  expect(await count()).toBe(before)
})

test('the limit of open jobs refuses a requested mapping, but not one that follows from a row', async () => {
  await load([{ source_tender_id: 'E1' }])
  await owner.query(`INSERT INTO files (source_filekey, kind, category, file_name, size, uploaded_by, link_expires_at, state, request)
    SELECT gen_random_uuid(), 'action', category, file_name, 0, uploaded_by, now(), 'QUEUED', request
    FROM files, generate_series(1, 5) WHERE source_filekey = (SELECT source_filekey FROM files WHERE kind = 'action' LIMIT 1)`)
  const again = await system.send(api.mapping.map, { body: { kind: 'TENDER' } }, 'lookup')
  expect(again).toMatchObject({ status: 429, body: { code: 'too_many_uploads' } })
  await mapTender({ tender_id: 'E1' })
  await lastMapping()
  expect(await gapsOf('E1')).toEqual([])
  await owner.query("DELETE FROM files WHERE state = 'QUEUED'")
})

test('lists, counts and maps only kinds whose table the caller may view', async () => {
  await load([{ source_tender_id: 'D1' }, { source_tran_code: 'D2' }, { source_terminal_id: 'D3' }])
  await giveAccess(system, 'viewer', ['Lookup'], ['trancode:view', 'trancode:create'])
  expect((await gapsOf('D', 'viewer')).map(({ code }) => code)).toEqual(['D2'])
  const figures = await system.call(api.mapping.figures, {}, 'viewer')
  expect(figures.gaps.map(({ kind }) => kind)).toEqual(['TRANCODE'])
  expect(figures).toMatchObject({ blocked: null, mapped: null })
  const { items } = await system.call(api.mapping.tables, {}, 'viewer')
  expect(items.map(({ name }) => name)).toEqual(['trancodes'])
  const create = { body: { kind: 'TENDER' as const, items: [{ tender_id: 'D1' }] } }
  expect(await system.send(api.mapping.create, create, 'viewer')).toMatchObject({ status: 403 })
  expect(await system.send(api.mapping.map, { body: { kind: 'TRANCODE' } }, 'viewer')).toMatchObject({
    status: 403,
  })
})

test('the application can only set missing codes of transactions', async () => {
  const { pool } = system.ledger
  await expect(pool.query('UPDATE transactions SET amount = 0')).rejects.toThrow('permission denied')
  await expect(pool.query('SELECT start_ledger_change()')).rejects.toThrow('permission denied')
  await load([{ source_tender_id: 'A099' }, { source_tender_id: 'A099', payment_method_code: 'CSH' }])
  const candidates = [{ company_code: 'NLF', code: 'CRD', class: 'EARN', branch_code: '0419' }]
  const { rows } = await pool.query(
    "SELECT map_transactions(gen_random_uuid(), 'TENDER', 'FUEL', 'A099', NULL, $1, 100) AS seen",
    [JSON.stringify(candidates)],
  )
  expect(rows).toEqual([{ seen: 1 }])
  const columns = "concat_ws(' ', payment_method_code, tran_class, branch_code)"
  expect(await codesOf(columns, "source_tender_id = 'A099'")).toEqual(['CRD', 'CSH'])
})

test('transactions that a new row maps count for the rule of mass changes, by every way', async () => {
  await load(Array.from({ length: 64 }, () => ({ source_tender_id: 'M064', company_code: 'NLF' })))
  await switchRule(system, 'MASS_CHANGE', true, 60)
  const body = aTender({ source_system: 'FUEL', tender_id: 'M064' })
  const id = requestIn(await system.send(api.tenders.create, { body }, 'lookup'))
  expect(await system.call(api.approvals.get, { params: { id } }, 'access')).toMatchObject({
    what: 'Create tender FUEL M064, which maps 64 transactions',
    count: 65,
  })
  // More transactions do not make the request stale.
  await load([{ source_tender_id: 'M064', company_code: 'NLF' }])
  expect(await system.call(api.approvals.check, { params: { id } }, 'access')).toMatchObject({
    is_current: true,
  })
  await withdraw(id)

  const { status: _, ...item } = body
  const mapping = { kind: 'TENDER' as const, items: [item] as never }
  await withdraw(requestIn(await system.send(api.mapping.create, { body: mapping }, 'lookup')))
  const inactive = { ...body, status: 'INACTIVE' as const }
  const { id: tender, version } = await system.call(api.tenders.create, { body: inactive }, 'lookup')
  const items = [{ id: tender, version, status: 'ACTIVE' as const }]
  await withdraw(requestIn(await system.send(api.tenders.update, { body: { items } }, 'lookup')))
  const selection = { filters: { tender_id: { in: ['M064'] } } }
  const all = { action: 'activate' as const, count: 1, selection }
  await withdraw(requestIn(await system.send(api.tenders.all, { body: all }, 'lookup')))
  const file = fileOf(tenders, [{ ...inactive, status: 'ACTIVE' }])
  const { source_filekey } = await dryRun(system, file, 'lookup', {
    category: 'TENDERS',
    file_name: 'm064.csv',
  })
  await withdraw(requestIn(await system.send(api.tenders.import, { body: { source_filekey } }, 'lookup')))
  await switchRule(system, 'MASS_CHANGE', false)
})

const withdraw = (id: string) => system.call(api.approvals.withdraw, { body: { id } }, 'lookup')
