import { parseArgs } from 'node:util'
import { benchAccess } from './access/bench-access.ts'
import { benchAudit } from './audit/bench-audit.ts'
import { benchDashboard } from './dashboard/bench-dashboard.ts'
import { openBenchDatabase } from './database.ts'
import { benchLimits } from './limits/bench-limits.ts'
import { benchLists } from './lists/bench-lists.ts'
import { benchMapping } from './mapping/bench-mapping.ts'
import { Psql } from './psql.ts'
import { recordMainJob } from './record-main-job.ts'
import { printReport } from './report.ts'
import { type Figures, measureSize, memoryUsed } from './rounds.ts'
import { benchScaling } from './scaling/bench-scaling.ts'
import { measureServed } from './served-rounds.ts'
import { benchTerminals } from './terminals/bench-terminals.ts'
import { benchYears } from './years/bench-years.ts'

/** `npm run bench`: the main job against psql, lists, access, the audit trail, terminals, mapping gaps, the dashboard and single inquiries against bare SQL; five years of transactions in one table against partitions. Fails when bytes or rows differ, never for being slow. */
const { values } = parseArgs({
  options: {
    cards: { type: 'string', default: '2000000' },
    transactions: { type: 'string', default: '5000000' },
    rows: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
})
const cards = Number(values.cards)
const sizes = values.rows.split(',').map(Number)
const rounds = Number(values.rounds)
/** A list call takes a millisecond. */
const LIST_ROUNDS = 40
const ACCESS_ROUNDS = 20
const AUDIT_ROUNDS = 5
if (![cards, Number(values.transactions), rounds, ...sizes].every((n) => Number.isInteger(n) && n > 0)) {
  throw new Error('--cards, --transactions, --rounds are whole numbers, --rows is a list of them')
}

const only = values.only
const PARTS = [
  'job',
  'lists',
  'limits',
  'access',
  'audit',
  'terminals',
  'mapping',
  'dashboard',
  'years',
  'scaling',
]
if (only && !PARTS.includes(only)) throw new Error(`--only is one of ${PARTS.join(', ')}`)
if (!only || only === 'job') await benchMainJob()
if (!only || only === 'lists') await benchLists(rounds * LIST_ROUNDS)
if (!only || only === 'limits') await benchLimits(rounds)
if (!only || only === 'access') await benchAccess(rounds * ACCESS_ROUNDS)
if (!only || only === 'audit') await benchAudit(rounds * AUDIT_ROUNDS)
if (!only || only === 'terminals') await benchTerminals(rounds * LIST_ROUNDS)
if (!only || only === 'mapping') await benchMapping(cards, Number(values.transactions), rounds * AUDIT_ROUNDS)
// Fills a database of its own for minutes: only where it is asked for.
if (only === 'scaling') await benchScaling(cards, Number(values.transactions), sizes[0] ?? 1_000)
if (only === 'years') await benchYears(Number(values.transactions), rounds)
if (!only || only === 'dashboard')
  await benchDashboard(cards, Number(values.transactions), rounds * AUDIT_ROUNDS)

async function benchMainJob(): Promise<void> {
  const database = await openBenchDatabase(cards, Number(values.transactions))
  try {
    const { url } = database
    const psql = new Psql(url)
    const figures: Figures[] = []
    for (const rows of sizes) figures.push(await measureSize({ url, psql, cards, rows, rounds }))
    const memory = new Map<number, number>()
    for (const rows of sizes) memory.set(rows, await memoryUsed(url, cards, rows))
    const served = await measureServed(url, cards, sizes, Math.min(rounds, 3))
    recordMainJob(figures, memory, served)
    if (!printReport(figures, memory, served)) process.exitCode = 1
  } finally {
    await database.stop()
  }
}
