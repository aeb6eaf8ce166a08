import { dashboardEndpoints } from '@backoffice/contract/endpoints/dashboard'
import type { Pool } from 'pg'
import type { Driver } from '../drills/driver.ts'
import { AS_OF, withDemo, withOwner } from './database.ts'
import type { Figure } from './figures.ts'
import { median, percentile, timed } from './measure.ts'
import { signIn, withProduct } from './product.ts'

const INQUIRIES = 200
const TICKET = 'BENCH'
const daysBefore = (days: number) =>
  new Date(Date.parse(AS_OF) - days * 86_400_000).toISOString().slice(0, 10)
const [DATE, FROM] = [daysBefore(1), daysBefore(91)]

const { listTransactions: _list, ...tiles } = dashboardEndpoints
const TILES = Object.keys(tiles)
const LISTS = ['transactions/list?figure=TRANSACTIONS', 'transactions/list?figure=PENDING&age=16%2B']

/** Single inquiries: values of their field, and bare SQL for the same transactions. */
const MODES = [
  {
    mode: 'CARD',
    field: 'card_number',
    values: 'SELECT card_number::text AS value FROM cards TABLESAMPLE BERNOULLI (1) LIMIT $1',
    bare: 'SELECT * FROM transactions WHERE card_number = $1::bigint AND business_date BETWEEN $2 AND $3',
  },
  {
    mode: 'ACCOUNT',
    field: 'account_number',
    values: 'SELECT account_number AS value FROM cards TABLESAMPLE BERNOULLI (1) LIMIT $1',
    bare: `SELECT t.* FROM cards c JOIN transactions t USING (card_number)
      WHERE account_number = $1 AND business_date BETWEEN $2 AND $3`,
  },
  {
    mode: 'REFERENCE',
    field: 'reference',
    values: `SELECT receipt_no AS value FROM transactions TABLESAMPLE BERNOULLI (1) WHERE business_date > '${FROM}' LIMIT $1`,
    bare: 'SELECT * FROM transactions WHERE (rrn = $1 OR receipt_no = $1) AND business_date BETWEEN $2 AND $3',
  },
] as const

export function benchDashboard(options: {
  cards: number
  transactions: number
  rounds: number
}): Promise<Figure[]> {
  return withDemo(options, (database) =>
    withProduct(database, 0, async (product) => {
      const { driver } = await signIn(product, 'admin')
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
  for (const tile of [...TILES, ...LISTS]) {
    const path = `/dashboard/${tile}${tile.includes('?') ? '&' : '?'}date=${DATE}`
    const call = () => timed(() => callOk(driver, path))
    const first = await call()
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await call())
    const ms = median(times)
    if (TILES.includes(tile) && ms > slowest.ms) slowest = { ms, tile }
    const shown = `${ms.toFixed(1)} ms, the first call ${first.toFixed(0)} ms`
    details.push({ what: `dashboard, ${tile}`, shown })
  }
  return [...details, { row: 'dashboard.tile', value: slowest.ms, note: slowest.tile }]
}

async function inquiryFigures(driver: Driver, pool: Pool): Promise<Figure[]> {
  const details: Figure[] = []
  let slowest = { p95: 0, mode: '' }
  for (const { mode, field, values, bare } of MODES) {
    const { rows } = await pool.query<{ value: string }>(values, [INQUIRIES])
    const [ours, plain]: [number[], number[]] = [[], []]
    const range = { date_from: FROM, date_to: AS_OF, purpose: 'AUDIT', ticket_no: TICKET }
    for (const [at, { value }] of rows.entries()) {
      const inquire = async () =>
        ours.push(await timed(() => callOk(driver, '/smac_inquiry', { mode, [field]: value, ...range })))
      const query = async () => plain.push(await timed(() => pool.query(bare, [value, FROM, AS_OF])))
      // Alternates, so that neither always profits from the cache of the other.
      for (const each of at % 2 === 0 ? [inquire, query] : [query, inquire]) await each()
    }
    const p95 = percentile(ours, 0.95)
    if (p95 > slowest.p95) slowest = { p95, mode }
    const shown = `p50 ${median(ours).toFixed(1)}, p95 ${p95.toFixed(1)} ms; bare SQL ${median(plain).toFixed(1)}, ${percentile(plain, 0.95).toFixed(1)} ms`
    details.push({ what: `${rows.length} inquiries by ${mode.toLowerCase()}`, shown })
  }
  return [...details, { row: 'inquiry.p95', value: slowest.p95, note: slowest.mode.toLowerCase() }]
}

async function callOk(driver: Driver, path: string, body?: object): Promise<void> {
  const reply = await driver.call(path, body)
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
}
