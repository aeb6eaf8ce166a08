import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Client } from 'pg'
import { connectClient } from './db/client.ts'
import { sendAsOwner } from './jobs/queue.ts'
import { manilaDay, systemClock } from './kernel/clock.ts'
import { createProgress } from './ops/demo/progress-bar.ts'
import { loadTable, vacuumTable } from './ops/load/load-table.ts'
import { connectLedger, copySumsAsOwner, ownerUrls } from './ops/load/owner-connections.ts'
import { describeChange, pendingAges } from './ops/load/pending-ages.ts'
import { LOAD_TABLES, type LoadTable } from './ops/load/tables.ts'

/**
 * `load.ts cards|transactions FILE` upserts a CSV into a table; reports and skips invalid lines. `load.ts holidays
 * FILE` replaces the holidays of the years in the file, and prints the effect on pending transactions.
 */
const [name, file] = process.argv.slice(2)
const table = LOAD_TABLES.find((each) => each.name === name)

async function load(table: LoadTable, path: string): Promise<void> {
  const urls = await ownerUrls(process.env)
  const main = await connectClient(urls.url)
  try {
    const today = manilaDay(systemClock.now())
    const before = await pendingAges(main, today)
    const client = table.database === 'main' ? main : await connectLedger(main, urls)
    await loadFile(client, table, path)
      .then(() => finish('The table was not vacuumed', () => vacuumTable(client, table)))
      .finally(() => client !== main && client.end())
    // At once instead of within a minute.
    if (table.hasSums) await sendAsOwner(urls.url, 'follow-cases', {}).catch(() => {})
    if (table.name === 'cards') return
    const notCopied = 'The sums were not copied yet; a worker copies them within a minute'
    if (!(await finish(notCopied, () => copySumsAsOwner(urls)))) return
    await finish('The effect on pending transactions cannot be shown', async () => {
      for (const line of describeChange(before, await pendingAges(main, today))) console.log(line)
    })
  } finally {
    await main.end()
  }
}

/** Runs what follows the commit, whose failure takes nothing of it back. False if it fails. */
async function finish(failure: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    console.error(`Loaded. ${failure}: ${error instanceof Error ? error.message : error}`)
    return false
  }
}

async function loadFile(client: Client, table: LoadTable, path: string): Promise<void> {
  const { size } = await stat(path)
  // The lines and their changes are temporary tables, each read many times.
  await client.query("SET temp_buffers = '128MB'")
  const progress = createProgress(process.stdout)
  const source = countBytes(createReadStream(path), (bytes) => progress.report(table.name, bytes, size))
  const onBadLine = ({ line, reason }: { line: number; reason: string }) => {
    console.error(`line ${line}: ${reason}`)
    process.exitCode = 1
  }
  const { read, added, changed, unchanged, removed, skipped } = await loadTable({
    client,
    table,
    source,
    onBadLine,
  })
  progress.end()
  console.log(
    `${read} lines: ${added} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed, ${skipped} skipped.`,
  )
}

async function* countBytes(source: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void) {
  let bytes = 0
  for await (const block of source) {
    bytes += block.length
    onBytes(bytes)
    yield block
  }
}

if (!table || !file) {
  console.error(`Usage: npm run load -- ${LOAD_TABLES.map((one) => one.name).join('|')} FILE.csv`)
  process.exitCode = 2
} else {
  // npm runs scripts in the repository root; INIT_CWD is the user's directory.
  await load(table, resolve(process.env.INIT_CWD ?? '.', file)).catch((error: Error) => {
    console.error(`Nothing was loaded. ${error.message}`)
    process.exitCode = 1
  })
}
