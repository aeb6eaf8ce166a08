import { join } from 'node:path'
import { GAP_KINDS } from '@backoffice/contract/mapping-gaps'
import { Client } from 'pg'
import { createDatabase, createPool } from '../../../apps/server/src/db/client.ts'
import { listRows } from '../../../apps/server/src/kernel/list-rows.ts'
import {
  gapFigures,
  gapsSource,
  sumsByMapping,
} from '../../../apps/server/src/resources/mapping/gaps.store.ts'
import { openBenchDatabase } from '../database.ts'
import { median, medianOf, timed } from '../measure.ts'
import { prepare } from '../prepare.ts'
import { atMost, type Line, printLines } from '../report.ts'

const DATA_DIR = join(import.meta.dirname, '../../../.data/bench/mapping')
const MOST_MS = 100

/** What /lookup asks for, over all transactions, against counting them anew. */
export async function benchMapping(cards: number, transactions: number, rounds: number): Promise<void> {
  const database = await openBenchDatabase(cards, transactions)
  try {
    const { url } = database
    prepare(url, DATA_DIR)
    const pool = createPool(url)
    const db = createDatabase(pool)
    try {
      const query = { page: 1, page_size: 25 } as const
      const list = await medianOf(rounds, () => listRows(db, gapsSource(db), query))
      const figures = await medianOf(rounds, () =>
        Promise.all([gapFigures(db, GAP_KINDS), sumsByMapping(db)]),
      )
      const raw = await medianOf(3, () => pool.query(RAW))
      printLines([line('first page', list, raw), line('figures', figures, raw), await loadLine(url)])
    } finally {
      await db.destroy()
    }
  } finally {
    await database.stop()
  }
}

const RAW = `SELECT source_system, upper(source_tender_id), company_code, count(*), sum(abs(amount)), min(transaction_at)
  FROM transactions WHERE payment_method_code IS NULL AND source_tender_id IS NOT NULL GROUP BY 1, 2, 3
  UNION ALL SELECT source_system, upper(source_tran_code), company_code, count(*), sum(abs(amount)), min(transaction_at)
  FROM transactions WHERE tran_code IS NULL GROUP BY 1, 2, 3
  UNION ALL SELECT '', upper(source_terminal_id), '', count(*), sum(abs(amount)), min(transaction_at)
  FROM transactions WHERE terminal_id IS NULL AND source_terminal_id IS NOT NULL GROUP BY 1, 2, 3`

function line(what: string, took: number, raw: number): Line {
  const shown = `${took.toFixed(1)} ms, ${(took / raw).toFixed(3)}× counting the unmapped transactions (${raw.toFixed(0)} ms)`
  return atMost(`mapping gaps, ${what}`, took, MOST_MS, shown, `≤ ${MOST_MS} ms`)
}

/** A day’s load with the figures of every code, against the same without; rolled back. */
async function loadLine(url: string): Promise<Line> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const load = async (before: string) => {
    await client.query(`BEGIN; ${before}; ${DAY}`)
    const took = await timed(() => client.query('INSERT INTO transactions SELECT * FROM day'))
    await client.query('ROLLBACK')
    return took
  }
  try {
    const took: [number, number][] = []
    for (let round = 0; round < 3; round++)
      took.push([await load('SELECT'), await load('ALTER TABLE transactions DISABLE TRIGGER USER')])
    const [ours, bare] = [median(took.map(([each]) => each)), median(took.map(([, each]) => each))]
    const shown = `${(ours / bare).toFixed(2)}× (${ours.toFixed(0)} : ${bare.toFixed(0)} ms)`
    return {
      what: 'load of 100,000 transactions with the use of their codes',
      measured: shown,
      target: 'a figure, no target',
      met: true,
    }
  } finally {
    await client.end()
  }
}

const DAY = `CREATE TEMP TABLE day ON COMMIT DROP AS
  SELECT * FROM transactions ORDER BY transaction_id LIMIT 100000;
  UPDATE day SET transaction_id = transaction_id + 1000000000`
