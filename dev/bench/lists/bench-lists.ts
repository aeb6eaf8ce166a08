import { join } from 'node:path'
import { seedDemo } from '../../../apps/server/src/accounts/seed-demo.ts'
import { recordMeasured } from '../../measured.ts'
import { openListsDatabase } from '../database.ts'
import { p99 } from '../measure.ts'
import { prepare } from '../prepare.ts'
import { atMost, type Line, printLines } from '../report.ts'
import { type KeyedReads, measureKeyedReads } from './keyed-reads.ts'
import { type LargeJob, measureLargeJobs } from './large-jobs.ts'
import { MEASURED_TENDERS } from './list-cases.ts'
import { fillTenders } from './list-table.ts'
import { type ListFigures, measureLists } from './measure-lists.ts'
import { type ListLatencies, measureServedLists } from './served-lists.ts'

/** Kept between runs as the database is: it has the key of the demo accounts. */
const DATA_DIR = join(import.meta.dirname, '../../../.data/bench/lists')

/** 25 of 1,000,000 tenders: against the bare SQL, and as served, also beside large jobs. Fails when rows differ, never for being slow. */
export async function benchLists(rounds: number): Promise<void> {
  const database = await openListsDatabase('lists')
  try {
    const { url } = database
    prepare(url, DATA_DIR)
    await seedDemo({ databaseUrl: url, dataDir: DATA_DIR })
    await fillTenders(url)
    const figures = await measureLists(url, rounds, MEASURED_TENDERS)
    const latencies = await measureServedLists(url, DATA_DIR)
    const reads = await measureKeyedReads(url, DATA_DIR)
    const jobs = await measureLargeJobs(url, DATA_DIR)
    recordLists(figures, latencies)
    recordMeasured('keyed-read.ratio', reads.ours / reads.bare, callsOf(reads))
    printLines([
      ...figures.map(ratioLine),
      ...latencies.map(latencyLine),
      readLine(reads),
      ...jobs.map(jobLine),
    ])
  } finally {
    await database.stop()
  }
}

function recordLists(figures: readonly ListFigures[], latencies: readonly ListLatencies[]): void {
  const [worst] = figures.toSorted((a, b) => b.ours / b.bare - a.ours / a.bare)
  if (worst) recordMeasured('list.ratio', worst.ours / worst.bare, worst.what)
  const [calm] = latencies
  if (calm) recordMeasured('list.p99', p99(calm.took), calm.what)
}

export function ratioLine({ what, ours, bare }: ListFigures): Line {
  const shown = `${(ours / bare).toFixed(2)}× (${ours.toFixed(2)} : ${bare.toFixed(2)} ms)`
  return atMost(`list, ${what}`, ours / bare, 2, shown, '≤ 2× the bare SQL')
}

function latencyLine({ what, took, callsPerSecond }: ListLatencies): Line {
  const middle = took[Math.floor(took.length / 2)] ?? Number.NaN
  const shown = `p99 ${p99(took).toFixed(1)} ms, p50 ${middle.toFixed(1)} ms, ${Math.round(callsPerSecond)} calls/s`
  return atMost(`list as served, ${what}`, p99(took), 50, shown, 'p99 ≤ 50 ms')
}

const callsOf = ({ ours, bare }: KeyedReads) =>
  `${Math.round(ours)} : ${Math.round(bare)} calls/s, 50 clients`

function readLine(reads: KeyedReads): Line {
  const ratio = reads.ours / reads.bare
  const shown = `${ratio.toFixed(2)}× (${callsOf(reads)})`
  return atMost('keyed read as served, against a bare route', -ratio, -0.6, shown, '≥ 0.60×')
}

function jobLine({ what, tookMs, overIdle, idleP99, busyP99 }: LargeJob): Line {
  const memory = overIdle === null ? '' : `, ${Math.round(overIdle / 1024 ** 2)} MB over idle`
  const latency = `${(busyP99 / idleP99).toFixed(2)}× (${busyP99.toFixed(1)} : ${idleP99.toFixed(1)} ms)`
  return atMost(
    `list call of others, p99, ${what}`,
    busyP99 / idleP99,
    2,
    `${latency}, ${(tookMs / 1000).toFixed(1)} s${memory}`,
    '≤ 2×',
  )
}
