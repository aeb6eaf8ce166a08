import { api } from '@backoffice/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { waitFor } from '../../testing/file-actions.ts'
import { startedMapping } from '../../testing/mappings.ts'
import { WorkerKilled } from '../../testing/paused-work.ts'
import { refreshSums } from '../../testing/refresh-sums.ts'
import { startTerminalSystem } from '../../testing/terminals.ts'
import type { TestSystem } from '../../testing/test-system.ts'
import { mappingProgress } from '../mapping/gaps.store.ts'
import { mapCodes } from '../mapping/map-codes.ts'

let system: TestSystem
let owner: pg.Client
let ledger: pg.Client
beforeAll(async () => {
  system = await startTerminalSystem({ workers: true })
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

let ids = 0
async function receive(source_terminal_id: string, company_code: string | null) {
  ids += 1
  await ledger.query(
    `INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system, source_tran_code,
       tran_code, company_code, amount, points, status, source_terminal_id)
     VALUES ($1, '9990000000000011', '2026-11-01', '2026-11-01T04:00:00Z', 'FUEL', 'SALE', '1000', $2, 10000, 0, 'POSTED', $3)`,
    [ids, company_code, source_terminal_id],
  )
  await refreshSums(system)
}

const item = (terminal_id: string, more: object = {}) => ({
  terminal_id,
  company_code: 'NLF',
  branch_code: '0417',
  ...more,
})
const map = (items: readonly Record<string, string | null>[], confirmed?: string[]) =>
  system.send(
    api.mapping.create,
    { body: { kind: 'TERMINAL', items, ...(confirmed && { confirmed }) } as never },
    'lookup',
  )
type Outcome = { outcome: string; row?: { id: string; version: number } }
const outcomesOf = ({ body }: { body: unknown }) =>
  (body as { resource: { items: Outcome[] } }).resource.items

async function mapped() {
  const { rows } = await owner.query<{ source_filekey: string }>(
    `SELECT source_filekey FROM files WHERE kind = 'action' ORDER BY created_at DESC LIMIT 1`,
  )
  return waitFor(system, rows[0]?.source_filekey ?? '', 'lookup', ({ state }) => state === 'COMPLETED')
}

test('terminals mapped together each have a history', async () => {
  for (const terminal of ['H0000001', 'H0000002']) await receive(terminal, 'NLF')
  const outcomes = outcomesOf(await map([item('H0000001'), item('H0000002'), item('H0000002')]))
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'refused'])
  for (const [at, terminal] of ['H0000001', 'H0000002'].entries()) {
    const { rows } = await owner.query('SELECT id, version FROM terminals WHERE terminal_id = $1', [terminal])
    expect(outcomes[at]?.row).toEqual(rows[0])
    const params = { resource: 'terminal', id: rows[0].id } as const
    const { items } = await system.call(api.history.get, { params }, 'lookup')
    expect(items.map(({ action }) => action)).toEqual(['terminal.create'])
  }
  const { rows } = await owner.query(
    `SELECT outcome, resource_id IS NULL AS without FROM audit_events WHERE resource_id ~ '^\\d+$' OR action = 'mapping.create'`,
  )
  expect(rows).toEqual([{ outcome: 'refused', without: true }])
})

test('a gap has the companies of its transactions', async () => {
  for (const company of ['NLF', 'MBR', null]) await receive('h0000003', company)
  const { items } = await system.call(
    api.mapping.list,
    { body: { search: 'H0000003', page: 1, page_size: 25 } },
    'lookup',
  )
  expect(items).toMatchObject([{ code: 'H0000003', company_code: null, companies: ['MBR', 'NLF'] }])
})

test('terminals of other companies are mapped only with confirmation of each', async () => {
  await receive('H0000011', 'MBR')
  await receive('h0000012', 'MBR')
  await receive('H0000012', 'NLF')
  await receive('H0000013', 'NLF')
  await receive('H0000014', null)
  const items = ['H0000011', 'h0000012', 'H0000013', 'H0000014'].map((terminal) => item(terminal))
  for (const confirmed of [undefined, [], ['H0000011'], ['H0000011', 'H0000013']]) {
    const { status, body } = await map(items, confirmed)
    expect([status, body]).toMatchObject([422, { errors: [{ field: 'confirmed', code: 'other_company' }] }])
    expect(JSON.stringify(body)).toContain('H0000012 (MBR)')
    expect(JSON.stringify(body)).not.toContain('H0000013')
  }
  const { rows } = await owner.query("SELECT FROM terminals WHERE terminal_id LIKE 'H000001%'")
  expect(rows).toEqual([])
  const done = await map(items, ['h0000011', 'H0000012'])
  expect(outcomesOf(done).map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'done'])
})

test('undo removes rows until they have mapped a transaction', async () => {
  // The first terminal takes effect after the day of its transaction.
  await receive('H0000021', 'NLF')
  await receive('H0000022', 'NLF')
  const outcomes = outcomesOf(
    await map([item('H0000021', { effective_from: '2026-11-02' }), item('H0000022')]),
  )
  await mapped()
  const items = outcomes.flatMap(({ row }) => row ?? [])
  const removed = await system.call(api.mapping.undo, { body: { kind: 'TERMINAL', items } }, 'lookup')
  expect(removed.items).toMatchObject([
    { outcome: 'done' },
    { outcome: 'refused', detail: expect.stringContaining('In use by 1 transaction') },
  ])
  const { rows } = await owner.query(
    `SELECT terminal_id, deleted_at IS NULL AS kept FROM terminals WHERE terminal_id LIKE 'H000002%' ORDER BY 1`,
  )
  expect(rows).toEqual([
    { terminal_id: 'H0000021', kept: false },
    { terminal_id: 'H0000022', kept: true },
  ])
  const params = { resource: 'terminal', id: items[0]?.id ?? '' } as const
  const history = await system.call(api.history.get, { params }, 'lookup')
  expect(history.items.map(({ action }) => action)).toEqual(['terminal.delete', 'terminal.create'])
})

test('deleting a terminal waits for a running mapping', async () => {
  const [{ row } = {}] = outcomesOf(await map([item('H0000031')]))
  await receive('H0000031', 'NLF')
  const { ledger: written } = system
  const chunk = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const deps: WorkerDeps = {
    ...system.workerDeps,
    ledger: {
      ...written,
      write: async (tx, work) => {
        const result = await written.write(tx, work)
        reached.resolve()
        await chunk.promise
        return result
      },
    },
  }
  const filekey = await startedMapping(system, 'TERMINAL')
  const mapping = mapCodes(deps, filekey)
  await reached.promise
  const deleted = system.send(api.terminals.delete, { body: { items: row ? [row] : [] } }, 'lookup')
  await expect
    .poll(async () => {
      const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
      return (await owner.query(waiting)).rowCount
    })
    .toBe(1)
  chunk.resolve()
  await mapping
  expect((await deleted).body).toMatchObject({ status: 409, code: 'in_use' })
  expect(await mappingProgress(system.ledger.db, filekey)).toEqual({ seen: 1, mapped: 1 })
})

test('undo keeps a terminal that has mapped a transaction, also if the worker was killed after the ledger’s commit', async () => {
  const [{ row } = {}] = outcomesOf(await map([item('H0000041')]))
  await receive('H0000041', 'NLF')
  const { ledger: written } = system
  const deps: WorkerDeps = {
    ...system.workerDeps,
    ledger: {
      ...written,
      write: async (tx, work) => {
        await written.write(tx, work)
        throw new WorkerKilled()
      },
    },
  }
  const filekey = await startedMapping(system, 'TERMINAL')
  await expect(mapCodes(deps, filekey)).rejects.toThrow(WorkerKilled)
  await system.send(api.mapping.undo, { body: { kind: 'TERMINAL', items: row ? [row] : [] } }, 'lookup')
  const { mapped } = await mappingProgress(system.ledger.db, filekey)
  const { rows } = await owner.query(
    "SELECT FROM terminals WHERE terminal_id = 'H0000041' AND deleted_at IS NULL",
  )
  expect(rows).toHaveLength(mapped)
})

test('a mapping waits for a load, and lets its file and its rows be changed meanwhile', async () => {
  await map([item('H0000051')])
  await receive('H0000051', 'NLF')
  const filekey = await startedMapping(system, 'TERMINAL')
  await ledger.query('BEGIN')
  await ledger.query('SELECT start_ledger_change()')
  const mapping = mapCodes(system.workerDeps, filekey)
  const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))'
  await expect.poll(async () => (await ledger.query(waiting)).rowCount).toBe(1)
  await owner.query("SET lock_timeout = '10s'")
  await owner.query('SELECT FROM files WHERE source_filekey = $1 FOR UPDATE', [filekey])
  await ledger.query('COMMIT')
  await mapping
  expect(await mappingProgress(system.ledger.db, filekey)).toEqual({ seen: 1, mapped: 1 })
})
