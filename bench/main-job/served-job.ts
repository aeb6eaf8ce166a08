import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { manilaDay } from '../../apps/server/src/adapters/clock.ts'
import { storageFolder } from '../../apps/server/src/adapters/storage/create-storage.ts'
import type { Driver } from '../../drills/driver.ts'
import type { BenchDatabase } from '../database.ts'
import { median, percentile } from '../measure.ts'
import { type Product, signIn, withProduct } from '../product.ts'
import { filePath, inputFile, REQUEST, sha256Of } from './input-file.ts'
import { Psql } from './psql.ts'

/** Medians in milliseconds. `memory`: peak bytes over idle of all our processes; null if the system has no figure. */
export type ServedFigures = {
  rows: number
  dryRunMs: number
  confirmMs: number
  memory: number | null
  isSameAsPsql: boolean
}

/** p99 of another user's list calls, in milliseconds. */
export type Latencies = { idle: number; busy: number }

const IDLE_MS = 5_000
const PAGE_BYTES = 4_096

export function measureServed(
  database: BenchDatabase,
  { cards, sizes, rounds }: { cards: number; sizes: readonly number[]; rounds: number },
): Promise<{ figures: ServedFigures[]; others: Latencies }> {
  rmSync(storageFolder(database.dataDir), { recursive: true, force: true })
  return withProduct(database, 1, async (product) => {
    const { driver } = await signIn(product, 'agent')
    const { driver: other } = await signIn(product, 'supervisor')
    const run = (rows: number) => runFile(driver, readFileSync(inputFile(rows, cards)))
    // Warm-up
    await run(Math.min(...sizes))
    const figures: ServedFigures[] = []
    for (const rows of sizes) {
      const runs: Run[] = []
      const peaks: number[] = []
      for (let round = 0; round < rounds; round++) {
        console.log(`${rows.toLocaleString('en')} rows as served, round ${round + 1} of ${rounds}`)
        await sleep(500)
        const idle = residentBytes(product)
        const peak = await highest(
          () => residentBytes(product),
          async () => runs.push(await run(rows)),
        )
        peaks.push(peak - idle)
      }
      const hashes = new Set([await hashOfPsql(database.url, rows, cards)])
      for (const { filekey } of runs) hashes.add(sha256(await driver.download(filekey, 'result')))
      figures.push({
        rows,
        dryRunMs: median(runs.map(({ dryRunMs }) => dryRunMs)),
        confirmMs: median(runs.map(({ confirmMs }) => confirmMs)),
        memory: process.platform === 'linux' ? Math.max(...peaks) : null,
        isSameAsPsql: hashes.size === 1,
      })
    }
    const idle = await latencies(other, sleep(IDLE_MS))
    const busy = await latencies(other, run(Math.max(...sizes)))
    return { figures, others: { idle, busy } }
  })
}

/** `dryRunMs`: last byte of the upload to summary. `confirmMs`: confirmation to result. */
type Run = { dryRunMs: number; confirmMs: number; filekey: string }

async function runFile(driver: Driver, content: Buffer): Promise<Run> {
  let arrived = 0
  const filekey = await driver.upload(content, () => {
    arrived = Date.now()
  })
  const checked = await driver.until(filekey, (file) => file.validated_at !== null, 120_000)
  const confirmed = Date.now()
  await driver.call('/smac_inquiry', {
    mode: 'FILE',
    source_filekey: filekey,
    purpose: 'OTHER',
    ticket_no: 'OPS-1',
    date_from: REQUEST.dateFrom,
    date_to: REQUEST.dateTo,
    duplicate_reason: 'measured again',
  })
  const finished = await driver.until(filekey, (file) => file.finished_at !== null, 300_000)
  return {
    filekey,
    dryRunMs: Date.parse(checked.validated_at ?? '') - arrived,
    confirmMs: Date.parse(finished.finished_at ?? '') - confirmed,
  }
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function hashOfPsql(url: string, rows: number, cards: number): Promise<string> {
  const output = filePath('psql-result.csv')
  await new Psql(url, manilaDay(new Date())).whole(inputFile(rows, cards), randomUUID(), rows, output)
  return sha256Of(output)
}

/** Resident memory of the processes; 0 outside Linux. */
function residentBytes({ processes }: Product): number {
  if (process.platform !== 'linux') return 0
  const pages = processes.map(({ pid }) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]))
  return pages.reduce((sum, count) => sum + count, 0) * PAGE_BYTES
}

async function highest(value: () => number, work: () => Promise<unknown>): Promise<number> {
  let peak = value()
  const watching = setInterval(() => {
    peak = Math.max(peak, value())
  }, 20)
  try {
    await work()
    return peak
  } finally {
    clearInterval(watching)
  }
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
