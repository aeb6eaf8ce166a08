import { api } from '@backoffice/contract/api'
import { paymentMethods } from '@backoffice/contract/tables/payment-methods'
import { terminals } from '@backoffice/contract/tables/terminals'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshSums } from '../../testing/refresh-sums.ts'
import { startTerminalSystem } from '../../testing/terminals.ts'
import type { TestSystem } from '../../testing/test-system.ts'
import { tableFigures } from './table-figures.store.ts'

let system: TestSystem
let owner: pg.Client
let ledger: pg.Client
beforeAll(async () => {
  system = await startTerminalSystem({ workers: false })
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  ledger = new pg.Client({ connectionString: system.ledgerUrl })
  await ledger.connect()
})
afterAll(async () => {
  await owner.end()
  await ledger.end()
  await system.stop()
})

test('counts rows in force on the day, ending within 30 days, and changed this week', async () => {
  const day = '2026-11-15'
  const rows: [status: string, from: string | null, to: string | null, changed: string, deleted?: string][] =
    [
      ['ACTIVE', null, null, '8 days'],
      ['ACTIVE', day, day, '8 days'],
      ['ACTIVE', '2026-11-16', null, '6 days'],
      ['ACTIVE', null, '2026-11-14', '8 days'],
      ['ACTIVE', null, '2026-12-15', '8 days'],
      ['ACTIVE', null, '2026-12-16', '6 days'],
      ['INACTIVE', null, '2026-11-20', '8 days'],
      ['ACTIVE', null, null, '1 day', 'now'],
    ]
  for (const [at, [status, from, to, changed, deleted]] of rows.entries())
    await owner.query(
      `INSERT INTO payment_methods (payment_method_code, name, type, earns_points, requires_reference, settlement_days,
        sort_order, status, effective_from, effective_to, updated_at, deleted_at)
      VALUES ($1, 'Method', 'CASH', true, false, 0, 0, $2, $3, $4, now() - $5::interval, $6)`,
      [`M${at}`, status, from, to, changed, deleted ?? null],
    )
  expect(await tableFigures(system.db, paymentMethods, day)).toEqual({
    name: 'payment_methods',
    total: 7,
    in_force: 4,
    ending: 2,
    changed_in_7_days: 2,
    silent: null,
  })
})

test('a silent terminal has no transaction in the 24 hours before the newest, but one in the week before', async () => {
  const seen = {
    A0000001: '0 hours',
    A0000002: '24 hours',
    A0000003: '191 hours',
    A0000004: '192 hours',
    A0000005: '25 hours',
    A0000006: null,
  }
  for (const [id, ago] of Object.entries(seen)) {
    await owner.query(
      `INSERT INTO terminals (terminal_id, company_code, branch_code, status) VALUES ($1, 'NLF', '0417', $2)`,
      [id, id === 'A0000005' ? 'INACTIVE' : 'ACTIVE'],
    )
    if (ago !== null)
      await ledger.query(
        `INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system,
          source_tran_code, source_terminal_id, company_code, amount, points, status)
        VALUES ($1, '9990000000000011', '2026-11-01', timestamptz '2026-11-01T04:00:00Z' - $2::interval, 'POS', 'SALE',
          $3, 'NLF', 100, 0, 'POSTED')`,
        [Number(id.slice(1)), ago, id],
      )
  }
  await refreshSums(system)
  expect(await tableFigures(system.db, terminals, '2026-11-15')).toMatchObject({
    total: 6,
    in_force: 5,
    silent: 2,
  })
  const listed = async (traffic?: string) => {
    const filters = traffic && { traffic: { in: [traffic] } }
    const query = { page: 1, page_size: 25, ...(filters && { filters }) }
    const { items } = await system.call(api.terminals.list, { query } as never, 'lookup')
    return items.map((row) => [row.terminal_id, row.traffic])
  }
  const traffic = {
    A0000001: 'SEEN',
    A0000002: 'SILENT',
    A0000003: 'SILENT',
    A0000004: 'QUIET',
    A0000005: 'SILENT',
    A0000006: 'NEVER',
  }
  expect(await listed()).toEqual(Object.entries(traffic))
  for (const kind of ['SEEN', 'SILENT', 'QUIET', 'NEVER'])
    expect(await listed(kind)).toEqual(Object.entries(traffic).filter(([, of]) => of === kind))
})
