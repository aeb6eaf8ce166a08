import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFinalState } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import type { createPool } from '../apps/server/src/db/client.ts'
import { cardNumber } from '../apps/server/src/ops/demo/demo-cards.ts'
import { type Driver, retryUntilReply } from './driver.ts'
import { DEMO_CARDS } from './product.ts'

type Pool = ReturnType<typeof createPool>

/** Enough for a dozen chunks of a mapping. */
export const WAITING = 25_000
/** Higher than any id of the demo. */
const FIRST_ID = 8_000_000_000
const LOAD_TRIES = 10
/** Outside of the days of inquiries, whose results stay the same. */
const DAY = '2026-09-15'

/** Writes a load of transactions with a tender that no row maps, different in each round. */
export function writeWaiting(folder: string, round: number): { path: string; tender: string } {
  const tender = `Z${round.toString(36).toUpperCase().padStart(3, '0')}`
  const first = FIRST_ID + round * WAITING
  const lines = Array.from(
    { length: WAITING },
    (_, index) =>
      `${first + index},${cardNumber(index % DEMO_CARDS)},${DAY},${DAY} 09:30:00,KIOSK,10,${tender},100.25,1,POSTED\n`,
  )
  const header =
    'transaction_id,card_number,business_date,transaction_at,source_system,source_tran_code,source_tender_id,amount,points,status\n'
  const path = join(folder, `${tender}.csv`)
  writeFileSync(path, header + lines.join(''))
  return { path, tender }
}

/** Repeats `npm run load -- transactions` until it succeeds, as an operator would. Returns the number of tries. */
export async function loadTransactions(path: string, env: NodeJS.ProcessEnv): Promise<number> {
  const entry = join(import.meta.dirname, '../apps/server/src/load.ts')
  for (let tries = 1; ; tries++) {
    const child = spawn(process.execPath, [entry, 'transactions', path], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.on('data', (bytes) => {
      errors += bytes
    })
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    if (code === 0) return tries
    if (tries === LOAD_TRIES) throw new Error(`${path} could not be loaded: ${errors}`)
    await sleep(500)
  }
}

/** Creates the tender, which starts a mapping. Returns the end of its file. */
export async function mapTender(maintainer: Driver, pool: Pool, tender: string): Promise<TrackedFile> {
  const row = { source_system: 'KIOSK', tender_id: tender, tender_name: `Mapped ${tender}` }
  await maintainer.expect(201, '/lookup/tenders/create', {
    ...row,
    ...{ payment_method_code: 'CSH', company_code: '*', status: 'ACTIVE', bin_from: null, bin_to: null },
    ...{ card_scheme: null, effective_from: null, effective_to: null },
  })
  const [file] = await retryUntilReply(
    async () =>
      (
        await pool.query<{ source_filekey: string }>(
          `SELECT source_filekey FROM files WHERE request->>'action' = 'map' AND request->'codes' ? $1`,
          [tender],
        )
      ).rows,
  )
  return maintainer.until(file?.source_filekey ?? '', ({ state }) => isFinalState(state))
}

/** Transactions of a tender in the ledger. */
export function readTransactions(ledger: Pool, tender: string) {
  return retryUntilReply(async () => {
    const { rows } = await ledger.query<{ transactions: number; mapped: number }>(
      `SELECT count(*)::int AS transactions, count(payment_method_code)::int AS mapped FROM transactions
       WHERE source_system = 'KIOSK' AND source_tender_id = $1`,
      [tender],
    )
    return rows[0]
  })
}

/** Sums of a tender as the gaps read them, over all its transactions and over those that wait for a row. */
export function readSums(main: Pool, tender: string): Promise<Record<string, number>> {
  return retryUntilReply(async () => {
    const { rows } = await main.query<{ kind: string; transactions: number }>(
      `SELECT kind, sum(transactions)::int AS transactions FROM code_usage
       WHERE kind IN ('TENDER', 'TENDER_GAP') AND source_system = 'KIOSK' AND code = $1 AND transactions > 0
       GROUP BY kind`,
      [tender],
    )
    return Object.fromEntries(rows.map(({ kind, transactions }) => [kind, transactions]))
  })
}
