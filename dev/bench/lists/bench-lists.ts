import { join } from 'node:path'
import { seedDemo } from '../../../apps/server/src/accounts/seed-demo.ts'
import { openListsDatabase } from '../database.ts'
import { p99 } from '../measure.ts'
import { prepare } from '../prepare.ts'
import { atMost, type Line, printLines } from '../report.ts'
import { fillTenders } from './list-table.ts'
import { type ListFigures, measureLists } from './measure-lists.ts'
import { type ListLatencies, measureServedLists } from './served-lists.ts'

/** Kept between runs as the database is: it has the key of the demo accounts. */
const DATA_DIR = join(import.meta.dirname, '../../../.data/bench/lists')

/** 25 of 1,000,000 tenders: against the bare SQL, and as served. Fails when rows differ, never for being slow. */
export async function benchLists(rounds: number): Promise<void> {
  const database = await openListsDatabase()
  try {
    const { url } = database
    prepare(url, DATA_DIR)
    await seedDemo({ databaseUrl: url, dataDir: DATA_DIR })
    await fillTenders(url)
    const figures = await measureLists(url, rounds)
    const latencies = await measureServedLists(url, DATA_DIR)
    printLines([...figures.map(ratioLine), ...latencies.map(latencyLine)])
  } finally {
    await database.stop()
  }
}

function ratioLine({ what, ours, bare }: ListFigures): Line {
  const shown = `${(ours / bare).toFixed(2)}× (${ours.toFixed(2)} : ${bare.toFixed(2)} ms)`
  return atMost(`list, ${what}`, ours / bare, 2, shown, '≤ 2× the bare SQL')
}

function latencyLine({ what, took, callsPerSecond }: ListLatencies): Line {
  const middle = took[Math.floor(took.length / 2)] ?? Number.NaN
  const shown = `p99 ${p99(took).toFixed(1)} ms, p50 ${middle.toFixed(1)} ms, ${Math.round(callsPerSecond)} calls/s`
  return atMost(`list as served, ${what}`, p99(took), 50, shown, 'p99 ≤ 50 ms')
}
