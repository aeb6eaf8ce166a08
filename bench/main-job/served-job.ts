import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { storageFolder } from '../../apps/server/src/adapters/storage/create-storage.ts'
import { manilaDay } from '../../apps/server/src/kernel/clock.ts'
import { Driver } from '../../drills/driver.ts'
import { confirm, digestOf } from '../../drills/files.ts'
import type { Product } from '../../drills/product.ts'
import { residentMb } from '../../drills/soak/figures.ts'
import { type BenchDatabase, withProduct } from '../database.ts'
import { median, percentile } from '../figures.ts'
import { filePath, inputFile, REQUEST, sha256Of } from './input-file.ts'
import { Psql } from './psql.ts'

/** Medians in milliseconds. `megabytes`: peak memory over idle of all our processes; null if the system has no figure. */
export type ServedFigures = {
  rows: number
  dryRunMs: number
  confirmMs: number
  megabytes: number | null
  isSameAsPsql: boolean
}

/** p99 of another user's list calls, in milliseconds. */
export type Latencies = { idle: number; busy: number }

const IDLE_MS = 15_000

export function measureServed(
  database: BenchDatabase,
  { cards, sizes, rounds }: { cards: number; sizes: readonly number[]; rounds: number },
  ledger?: BenchDatabase,
): Promise<{ figures: ServedFigures[]; others: Latencies }> {
  rmSync(storageFolder(database.dataDir), { recursive: true, force: true })
  const measure = async (product: Product) => {
    const driver = await Driver.as('agent', product.addresses)
    const other = await Driver.as('supervisor', product.addresses)
    const run = (rows: number) => runFile(driver, readFileSync(inputFile(rows, cards)))
    // Warm-up
    await run(Math.min(...sizes))
    const figures: ServedFigures[] = []
    for (const rows of sizes) {
      const runs: Run[] = []
      const peaks: number[] = []
      for (let round = 0; round < rounds; round++) {
        console.log(`${rows.toLocaleString('en')} rows as served, round ${round + 1} of ${rounds}`)
        peaks.push(await peakOf(product, async () => runs.push(await run(rows))))
      }
      const hashes = new Set([await hashOfPsql(database.url, rows, cards)])
      for (const { filekey } of runs) hashes.add(digestOf(await driver.download(filekey)))
      figures.push({
        rows,
        dryRunMs: median(runs.map(({ dryRunMs }) => dryRunMs)),
        confirmMs: median(runs.map(({ confirmMs }) => confirmMs)),
        megabytes: process.platform === 'linux' ? Math.max(...peaks) : null,
        isSameAsPsql: hashes.size === 1,
      })
    }
    const idle = await latencies(other, sleep(IDLE_MS))
    const largest = Array.from({ length: rounds }, () => Math.max(...sizes))
    const runAll = async () => {
      for (const rows of largest) await run(rows)
    }
    const busy = await latencies(other, runAll())
    return { figures, others: { idle, busy } }
  }
  return withProduct(database, 1, measure, ledger)
}

/** `dryRunMs`: last byte of the upload to summary. `confirmMs`: confirmation to result. */
type Run = { dryRunMs: number; confirmMs: number; filekey: string }

async function runFile(driver: Driver, content: Buffer): Promise<Run> {
  let arrived = 0
  const filekey = await driver.upload(content, 'SMAC_INQUIRY', {
    onArrived: () => {
      arrived = Date.now()
    },
  })
  const checked = await driver.until(filekey, ({ validated_at }) => validated_at !== null)
  const confirmed = Date.now()
  await confirm(driver, filekey, { date_from: REQUEST.dateFrom, date_to: REQUEST.dateTo })
  const finished = await driver.until(filekey, ({ finished_at }) => finished_at !== null, {
    timeoutMs: 300_000,
  })
  return {
    filekey,
    dryRunMs: Date.parse(checked.validated_at ?? '') - arrived,
    confirmMs: Date.parse(finished.finished_at ?? '') - confirmed,
  }
}

async function hashOfPsql(url: string, rows: number, cards: number): Promise<string> {
  const output = filePath('psql-result.csv')
  await new Psql(url, manilaDay(new Date())).whole(inputFile(rows, cards), randomUUID(), rows, output)
  return sha256Of(output)
}

/** Resident memory of the processes; 0 outside Linux. */
const memoryOf = ({ processes }: Product) => processes.reduce((sum, { pid }) => sum + residentMb(pid), 0)

/** Peak memory over idle in MB while the work runs. */
async function peakOf(product: Product, work: () => Promise<unknown>): Promise<number> {
  await sleep(500)
  const idle = memoryOf(product)
  let peak = idle
  const watching = setInterval(() => {
    peak = Math.max(peak, memoryOf(product))
  }, 20)
  await work().finally(() => clearInterval(watching))
  return peak - idle
}

async function latencies(driver: Driver, work: Promise<unknown>): Promise<number> {
  const took: number[] = []
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver) {
    const began = performance.now()
    await driver.call('/file_tracker?page_size=25')
    took.push(performance.now() - began)
    await sleep(10)
  }
  await work
  return percentile(took, 0.99)
}
