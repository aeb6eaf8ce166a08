import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { manilaDay, systemClock } from './adapters/clock.ts'
import { loadTable } from './bulk-load/load-table.ts'
import { ownerUrl } from './bulk-load/owner-url.ts'
import { describeChange, pendingAges } from './bulk-load/pending-ages.ts'
import { LOAD_TABLES } from './bulk-load/tables.ts'
import { connectClient } from './db/client.ts'
import { createProgress } from './demo/progress-bar.ts'
import { sendAsOwner } from './jobs/queue.ts'

/**
 * `load.ts cards|transactions FILE`: upserts a CSV into a table; reports and skips invalid lines. `load.ts holidays FILE`:
 * replaces the holidays of the years in the file, and prints the effect on pending transactions.
 */
const [name, file] = process.argv.slice(2)
const table = LOAD_TABLES.find((each) => each.name === name)

async function load(path: string): Promise<void> {
  if (!table) return
  const { size } = await stat(path)
  const url = await ownerUrl(process.env)
  const client = await connectClient(url)
  const progress = createProgress(process.stdout)
  try {
    const source = countBytes(createReadStream(path), (bytes) => progress.report(table.name, bytes, size))
    const onBadLine = ({ line, reason }: { line: number; reason: string }) => {
      console.error(`line ${line}: ${reason}`)
      process.exitCode = 1
    }
    const today = manilaDay(systemClock.now())
    const before = await pendingAges(client, today)
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
    // At once instead of within a minute.
    if (table.name === 'transactions') await sendAsOwner(url, 'follow-cases', {}).catch(() => {})
    if (table.name !== 'cards')
      for (const line of describeChange(before, await pendingAges(client, today))) console.log(line)
  } finally {
    await client.end()
  }
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
  await load(resolve(process.env.INIT_CWD ?? '.', file)).catch((error: Error) => {
    console.error(`Nothing was loaded. ${error.message}`)
    process.exitCode = 1
  })
}
