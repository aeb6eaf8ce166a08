import { join } from 'node:path'
import { isFinalState } from '@backoffice/contract/file-states'
import { terminals } from '@backoffice/contract/tables/terminals'
import { seedDemo } from '../../../apps/server/src/accounts/seed-demo.ts'
import { createDatabase, createPool } from '../../../apps/server/src/db/client.ts'
import { tableFigures } from '../../../apps/server/src/resources/lookup-index/table-figures.store.ts'
import { Driver } from '../../kill/driver.ts'
import { openListsDatabase } from '../database.ts'
import { ratioLine } from '../lists/bench-lists.ts'
import { measureLists } from '../lists/measure-lists.ts'
import { medianOf } from '../measure.ts'
import { prepare } from '../prepare.ts'
import { type Line, printLines } from '../report.ts'
import { serve } from '../served.ts'
import { fillTerminals, MEASURED_TERMINALS } from './terminal-table.ts'

const DATA_DIR = join(import.meta.dirname, '../../../.data/bench/terminals')
const FILE_ROWS = 50_000
const LIMIT_MS = 300_000

/** 25 of 1,000,000 terminals against the bare SQL, and a file that creates, moves and leaves 50,000. */
export async function benchTerminals(rounds: number): Promise<void> {
  const database = await openListsDatabase('terminals')
  try {
    const { url } = database
    prepare(url, DATA_DIR)
    await seedDemo({ databaseUrl: url, dataDir: DATA_DIR })
    await fillTerminals(url)
    const figures = await measureLists(url, rounds, MEASURED_TERMINALS)
    const cards = await figuresLine(url, rounds)
    printLines([...figures.map(ratioLine), cards, ...(await measureFile(url))])
  } finally {
    await database.stop()
  }
}

/** The card of the table on /lookup. */
async function figuresLine(url: string, rounds: number): Promise<Line> {
  const pool = createPool(url)
  const db = createDatabase(pool)
  try {
    const ours = await medianOf(rounds, () => tableFigures(db, terminals, '2026-11-01'))
    const bare = await medianOf(rounds, () =>
      pool.query('SELECT count(*) FROM terminals WHERE deleted_at IS NULL'),
    )
    const shown = `${ours.toFixed(1)} ms, ${(ours / bare).toFixed(2)}× counting its rows (${bare.toFixed(1)} ms)`
    return { what: 'figures of the terminals', measured: shown, target: 'a figure, no target', met: true }
  } finally {
    await db.destroy()
  }
}

async function measureFile(url: string): Promise<Line[]> {
  const served = await serve({ databaseUrl: url, ownerUrl: url, dataDir: DATA_DIR, workers: 1 })
  try {
    const desk = new Driver(served.address)
    await desk.signIn('lookup@backoffice.test')
    const began = performance.now()
    const filekey = await desk.upload(fileOfMoves(), undefined, 'TERMINALS')
    const checked = await desk.until(filekey, ({ validated_at }) => validated_at !== null, LIMIT_MS)
    const checkedAt = performance.now()
    await desk.call('/lookup/shell_tid/import', { source_filekey: filekey })
    const ended = await desk.until(filekey, ({ state }) => isFinalState(state), LIMIT_MS)
    if (ended.state !== 'COMPLETED') throw new Error(`the import ended ${ended.state}`)
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    const { new: added, moved, unchanged } = checked.preview ?? {}
    return [
      {
        what: `file of ${FILE_ROWS.toLocaleString('en')} terminals`,
        measured: `${seconds(checkedAt - began)} to the check (${added} new, ${moved} moved, ${unchanged} unchanged), ${seconds(performance.now() - checkedAt)} to the end`,
        target: 'a figure, no target',
        met: true,
      },
    ]
  } finally {
    await served.stop()
  }
}

/** A third of them each. Terminals of the last run are moved back and forth. */
function fileOfMoves(): Buffer {
  const run = Date.now().toString(36).toUpperCase().slice(-4)
  const lines = Array.from({ length: FILE_ROWS }, (_, n) => {
    const id = n % 3 === 0 ? `${run}${n.toString(36).toUpperCase().padStart(4, '0')}` : storedId(n * 17 + 1)
    const number = n % 3 === 0 ? n : n * 17 + 1
    const branch = Math.floor(number / 50) % 400
    const moved = n % 3 === 1 ? (branch + 1 + (Date.now() % 300)) % 400 : branch
    return `${id},C${100 + (number % 50)},${String(moved).padStart(4, '0')}`
  })
  return Buffer.from(`terminal_id,company_code,branch_code\n${lines.join('\n')}\n`)
}

/** As the table was filled. */
const storedId = (n: number) =>
  ((BigInt(n) * 3571n) % 4294967291n).toString(16).toUpperCase().padStart(8, '0')
