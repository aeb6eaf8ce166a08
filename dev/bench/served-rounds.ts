import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedDemo } from '../../apps/server/src/accounts/seed-demo.ts'
import { manilaDay } from '../../apps/server/src/adapters/clock.ts'
import { storageFolder } from '../../apps/server/src/adapters/storage/create-storage.ts'
import { benchFolder, inputFile } from './input-file.ts'
import { median, p99, sha256Of } from './measure.ts'
import { prepare } from './prepare.ts'
import { Psql } from './psql.ts'
import { listLatencies, runServed, type ServedRun, serve } from './served.ts'

const root = join(import.meta.dirname, '../..')
const IDLE_MS = 5_000

/** Medians of the product as it is served: over HTTP, with its queue, its storage and one worker. */
export type ServedFigures = {
  rows: number
  dryRunMs: number
  confirmMs: number
  memoryOverIdle: number | null
  isSameAsPsql: boolean
}

/** Milliseconds of another user's list call, idle and while the largest file is processed. */
export type Latencies = { idleP99: number; busyP99: number }

export async function measureServed(url: string, cards: number, sizes: readonly number[], rounds: number) {
  const dataDir = join(root, '.data/bench/served')
  // Not the keys: the database is kept, with the accounts that depend on them.
  rmSync(storageFolder(dataDir), { recursive: true, force: true })
  prepare(url, dataDir)
  await seedDemo({ databaseUrl: url, dataDir })
  const served = await serve({ databaseUrl: url, ownerUrl: url, dataDir, workers: 1 })
  try {
    const contentOf = (rows: number) => readFileSync(inputFile(rows, cards))
    // Warm-up: cold code is not the usual case.
    await runServed(served, contentOf(Math.min(...sizes)), Math.min(...sizes))
    const figures: ServedFigures[] = []
    for (const rows of sizes) {
      const runs: ServedRun[] = []
      for (let round = 0; round < rounds; round++) {
        console.log(`${rows.toLocaleString('en')} rows as served, round ${round + 1} of ${rounds}`)
        runs.push(await runServed(served, contentOf(rows), rows))
      }
      const peaks = runs.map((run) => run.memoryOverIdle).filter((peak) => peak !== null)
      figures.push({
        rows,
        dryRunMs: median(runs.map((run) => run.dryRunMs)),
        confirmMs: median(runs.map((run) => run.confirmMs)),
        memoryOverIdle: peaks.length === 0 ? null : Math.max(...peaks),
        isSameAsPsql: await isSameAsPsql(url, cards, rows, runs),
      })
    }
    const largest = Math.max(...sizes)
    const list = () => served.desk.call('/file_tracker?page_size=25')
    const idle = await listLatencies(list, sleep(IDLE_MS))
    const busy = await listLatencies(list, runServed(served, contentOf(largest), largest))
    return { figures, others: { idleP99: p99(idle), busyP99: p99(busy) } }
  } finally {
    await served.stop()
  }
}

/** Every result, byte for byte, against the whole job done in psql on the same day. */
async function isSameAsPsql(url: string, cards: number, rows: number, runs: readonly ServedRun[]) {
  const output = join(benchFolder(), 'psql-result.csv')
  await new Psql(url, manilaDay(new Date())).whole(inputFile(rows, cards), randomUUID(), rows, output)
  const expected = await sha256Of(output)
  const hashes = await Promise.all(
    runs.map(async ({ result }) =>
      createHash('sha256')
        .update(await result())
        .digest('hex'),
    ),
  )
  return hashes.every((hash) => hash === expected)
}
