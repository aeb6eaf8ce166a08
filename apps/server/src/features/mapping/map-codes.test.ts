import { GAP_KINDS, type GapKind } from '@backoffice/contract/mapping'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { createRandom, type Random } from '../../ops/demo/tables/seeded-random.ts'
import { startedMapping } from '../../testing/mappings.ts'
import { refreshSums } from '../../testing/refresh-sums.ts'
import { startTerminalSystem } from '../../testing/terminals.ts'
import type { TestSystem } from '../../testing/test-system.ts'
import { removeOldFiles } from '../retention/remove-old-files.ts'
import { mappingProgress } from './gaps.store.ts'
import { mapCodes } from './map-codes.ts'

let system: TestSystem
/** Connections of the owners. */
let main: pg.Client
let ledger: pg.Client
beforeAll(async () => {
  system = await startTerminalSystem()
  main = new pg.Client({ connectionString: system.url })
  ledger = new pg.Client({ connectionString: system.ledgerUrl })
  await Promise.all([main.connect(), ledger.connect()])
  await main.query(`
    INSERT INTO transaction_codes
      (tran_code, description, class, points_sign, processing_code, posts_to_ledger, requires_reason)
    VALUES ('1000', 'Earn', 'EARN', '1', '000000', true, false), ('2000', 'Redeem', 'REDEEM', '-1', '000000', true, false);
    INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, company_code, status, effective_from,
      effective_to)
    VALUES ('POS', 'C1', 'Always', 'CSH', 'NLF', 'ACTIVE', NULL, NULL),
      ('POS', 'C1', 'Of all', 'CRD', '*', 'ACTIVE', '2026-11-04', NULL),
      ('POS', 'C2', 'Early', 'CSH', 'MBR', 'ACTIVE', NULL, '2026-11-03'),
      ('POS', 'C2', 'Late', 'CRD', 'NLF', 'ACTIVE', '2026-11-07', NULL),
      ('FUEL', 'C2', 'Of all', 'GFT', '*', 'ACTIVE', NULL, NULL),
      ('POS', 'C3', 'Unused', 'CSH', '*', 'INACTIVE', NULL, NULL);
    INSERT INTO trancodes (source_system, source_code, tran_code, company_code, status, effective_from, effective_to)
    VALUES ('POS', 'C1', '1000', 'NLF', 'ACTIVE', NULL, '2026-11-05'),
      ('POS', 'C1', '2000', '*', 'ACTIVE', NULL, NULL),
      ('FUEL', 'C2', '3000', 'MBR', 'ACTIVE', NULL, NULL);
    INSERT INTO terminals (terminal_id, company_code, branch_code, status, effective_from)
    VALUES ('C1000001', 'NLF', '0417', 'ACTIVE', NULL), ('C2000001', 'MBR', '0101', 'ACTIVE', '2026-11-04');
    INSERT INTO terminal_moves (terminal, from_company_code, from_branch_code, to_company_code, to_branch_code, moved_at,
      moved_by_name)
    SELECT id, move.* FROM terminals, (VALUES
      ('MBR', '0101', 'NLF', '0419', timestamptz '2026-11-03T00:00:00Z', 'System'),
      ('NLF', '0419', 'NLF', '0417', timestamptz '2026-11-06T00:00:00.000001Z', 'System')) AS move
    WHERE terminal_id = 'C1000001'`)
})
afterAll(async () => {
  await Promise.all([main.end(), ledger.end()])
  await system.stop()
})

const TRANSACTIONS = 80

/** Inserts transactions that lack some codes. */
async function load(random: Random): Promise<void> {
  const code = () => random.pick(['C1', 'c1', 'C2', 'C3'])
  const rows = Array.from({ length: TRANSACTIONS }, (_, index) => {
    const day = `2026-11-0${random.below(9) + 1}`
    return {
      transaction_id: index + 1,
      card_number: 9_990_000_000_000_000 + random.below(5),
      business_date: day,
      transaction_at: random.chance(0.1) ? '2026-11-06T00:00:00Z' : `${day}T04:00:00Z`,
      source_system: random.pick(['POS', 'FUEL']),
      source_tran_code: code(),
      source_tender_id: code(),
      source_terminal_id: `${code()}000001`,
      tran_code: random.pick([null, null, '9000']),
      tran_class: random.pick([null, 'EXPIRY']),
      payment_method_code: random.pick([null, null, 'OLD']),
      terminal_id: random.pick([null, null, 'C9000001']),
      company_code: random.pick([null, 'NLF', 'MBR']),
      branch_code: random.pick([null, '0999']),
      currency: 'PHP',
      amount: random.below(1_000),
      points: 0,
      status: 'POSTED',
    }
  })
  await ledger.query('DELETE FROM transactions')
  await ledger.query(
    'INSERT INTO transactions SELECT * FROM jsonb_populate_recordset(NULL::transactions, $1)',
    [JSON.stringify(rows)],
  )
  await refreshSums(system)
}

type MappedRow = Record<'tran_code' | 'tran_class' | 'payment_method_code' | 'terminal_id', string | null>
async function mappedRows(): Promise<MappedRow[]> {
  const { rows } = await ledger.query<MappedRow>(
    `SELECT transaction_id, card_number, tran_code, tran_class, payment_method_code, terminal_id, company_code, branch_code
     FROM transactions ORDER BY transaction_id`,
  )
  return rows
}

const SUMS = ['code_usage', 'transaction_days']
/** Sums in the main database, without the versions that last changed them. */
async function sums(): Promise<unknown[]> {
  const texts = SUMS.map(async (table) => {
    const { rows } = await main.query(
      `SELECT to_jsonb(s) - 'version' AS sum FROM ${table} s ORDER BY (to_jsonb(s) - 'version')::text`,
    )
    return rows
  })
  return Promise.all(texts)
}

async function countersOf(filekey: string) {
  const { rows } = await main.query(
    'SELECT state, total, processed, valid, skipped FROM files WHERE source_filekey = $1',
    [filekey],
  )
  return rows[0]
}

class WorkerKilled extends Error {}

/** Ends half of the chunks before the ledger has committed, or after it and before the main database. */
function killed(random: Random): WorkerDeps {
  const { workerDeps } = system
  const die = () => {
    if (random.chance(0.25)) throw new WorkerKilled()
  }
  const write: typeof workerDeps.ledger.write = async (tx, work) => {
    die()
    const result = await workerDeps.ledger.write(tx, work)
    die()
    return result
  }
  return { ...workerDeps, ledger: { ...workerDeps.ledger, write } }
}

async function mapKilled(filekey: string, random: Random, most: number): Promise<void> {
  for (;;) {
    try {
      return await mapCodes(killed(random), filekey, most)
    } catch (error) {
      if (!(error instanceof WorkerKilled)) throw error
    }
  }
}

/** Maps all transactions of a kind; returns the codes, sums and counters. */
async function outcomeOf(seed: number, kind: GapKind, map: (filekey: string) => Promise<void>) {
  await load(createRandom(seed))
  const before = await mappedRows()
  const filekey = await startedMapping(system, kind)
  await map(filekey)
  const rows = await mappedRows()
  const counters = await countersOf(filekey)
  const name = { TENDER: 'payment_method_code', TRANCODE: 'tran_code', TERMINAL: 'terminal_id' } as const
  const mapped = rows.filter((row, index) => row[name[kind]] !== before[index]?.[name[kind]]).length
  expect(mapped).toBeGreaterThan(0)
  expect(counters).toMatchObject({ state: 'COMPLETED', valid: mapped, total: counters.processed })
  expect(counters.skipped).toBe(counters.processed - mapped)
  expect(await mappingProgress(system.ledger.db, filekey)).toEqual({ seen: counters.processed, mapped })
  const kept = await sums()
  await refreshSums(system)
  expect(kept).toEqual(await sums())
  return { rows, counters }
}

test.each(GAP_KINDS.flatMap((kind) => [1, 2].map((seed) => ({ kind, seed }))))(
  'a mapping of $kind killed at any commits is as one undisturbed ($seed)',
  async ({ kind, seed }) => {
    const undisturbed = await outcomeOf(seed, kind, (filekey) => mapCodes(system.workerDeps, filekey))
    const random = createRandom(seed + 100)
    for (const most of [3, 20])
      expect(await outcomeOf(seed, kind, (filekey) => mapKilled(filekey, random, most))).toEqual(undisturbed)
  },
)

test('the nightly removal ends the progress of mappings after 30 days', async () => {
  const old = 'WHERE source_filekey = (SELECT min(source_filekey::text)::uuid FROM mapping_progress)'
  await ledger.query(`UPDATE mapping_progress SET updated_at = now() - interval '30 days' ${old}`)
  const count = async () => {
    const { rows } = await ledger.query(
      `SELECT count(*) FILTER (WHERE updated_at < now() - interval '1 day')::int AS old, count(*)::int AS all
       FROM mapping_progress`,
    )
    return rows[0]
  }
  const before = await count()
  expect(before.old).toBeGreaterThan(0)
  await removeOldFiles(system.workerDeps)
  expect(await count()).toEqual({ old: 0, all: before.all - before.old })
})
