import { dashboardEndpoints } from '@backoffice/contract/dashboard'
import type { Pool } from 'pg'
import { Driver } from '../drills/driver.ts'
import { AS_OF, withDemo, withOwner, withProduct } from './database.ts'
import type { Figure } from './figures.ts'
import { median, percentile, timed } from './measure.ts'

const INQUIRIES = 200
const TICKET = 'BENCH'
const daysBefore = (days: number) =>
  new Date(Date.parse(AS_OF) - days * 86_400_000).toISOString().slice(0, 10)
const [DATE, FROM] = [daysBefore(1), daysBefore(91)]

const TILES = Object.keys(dashboardEndpoints).filter((name) => !name.endsWith('Transactions'))

/** Values for the field of each mode of single inquiries. */
const MODES = {
  card: ['card_number', 'SELECT card_number::text AS value FROM cards TABLESAMPLE BERNOULLI (1) LIMIT $1'],
  account: ['account_number', 'SELECT account_number AS value FROM cards TABLESAMPLE BERNOULLI (1) LIMIT $1'],
  reference: [
    'reference',
    `SELECT receipt_no AS value FROM transactions TABLESAMPLE BERNOULLI (1) WHERE business_date > '${FROM}' LIMIT $1`,
  ],
} as const

export function benchDashboard(options: {
  cards: number
  transactions: number
  rounds: number
}): Promise<Figure[]> {
  return withDemo(options, (database) =>
    withProduct(database, 0, async (product) => {
      const driver = await Driver.as('admin', product.addresses)
      try {
        return [
          ...(await tileFigures(driver, options.rounds * 5)),
          ...(await inquiryFigures(driver, database.pool)),
        ]
      } finally {
        await withOwner(database.url, (owner) =>
          owner.query('DELETE FROM inquiries WHERE ticket_no = $1', [TICKET]),
        )
      }
    }),
  )
}

async function tileFigures(driver: Driver, rounds: number): Promise<Figure[]> {
  const details: Figure[] = []
  let slowest = { ms: 0, tile: '' }
  for (const tile of TILES) {
    const call = () => timed(() => driver.expect(200, `/dashboard/${tile}?date=${DATE}`))
    const first = await call()
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await call())
    const ms = median(times)
    if (ms > slowest.ms) slowest = { ms, tile }
    const shown = `${ms.toFixed(1)} ms, the first call ${first.toFixed(0)} ms`
    details.push({ what: `dashboard, ${tile}`, shown })
  }
  return [...details, { row: 'dashboard.tile', value: slowest.ms, note: slowest.tile }]
}

async function inquiryFigures(driver: Driver, pool: Pool): Promise<Figure[]> {
  const details: Figure[] = []
  let slowest = { p95: 0, mode: '' }
  const range = { date_from: FROM, date_to: AS_OF, purpose: 'AUDIT', ticket_no: TICKET }
  for (const [mode, [field, values]] of Object.entries(MODES)) {
    const { rows } = await pool.query<{ value: string }>(values, [INQUIRIES])
    const times: number[] = []
    for (const { value } of rows) {
      const inquiry = { mode: mode.toUpperCase(), [field]: value, ...range }
      times.push(await timed(() => driver.expect(200, '/smac_inquiry', inquiry)))
    }
    const p95 = percentile(times, 0.95)
    if (p95 > slowest.p95) slowest = { p95, mode }
    const shown = `p50 ${median(times).toFixed(1)}, p95 ${p95.toFixed(1)} ms`
    details.push({ what: `${rows.length} inquiries by ${mode}`, shown })
  }
  return [...details, { row: 'inquiry.p95', value: slowest.p95, note: slowest.mode }]
}
