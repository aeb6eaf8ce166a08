import { parseArgs } from 'node:util'
import { dashboardEndpoints } from '@backoffice/contract/dashboard'
import type { Pool } from 'pg'
import { createEmbeddedProvider, EMBEDDED_POOL } from '../apps/server/src/adapters/identity/embedded.ts'
import { storedKeys } from '../apps/server/src/adapters/keys.ts'
import { createSecurityEventHandler } from '../apps/server/src/features/security-log/security-events.ts'
import { createCountedAudit } from '../apps/server/src/kernel/counted-audit.ts'
import { Driver } from '../drills/driver.ts'
import { isApart } from '../drills/product.ts'
import { benchAccess } from './access.ts'
import { benchCases } from './cases/cases.ts'
import { AS_OF, type BenchDatabase, withDatabase, withDemo, withOwner, withProduct } from './database.ts'
import { benchExcel } from './excel/excel.ts'
import { type Figure, median, percentile, publish, ratioDetail, ratioFigure, timed } from './figures.ts'
import { benchLists } from './lists/lists.ts'
import { benchMainJob } from './main-job/main-job.ts'
import { benchResultPages } from './result-pages.ts'
import { benchSearch } from './search.ts'

/** `npm run bench [-- --only NAME]`: the benchmarks of the server; bench/README.md lists them. */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    cards: { type: 'string', default: '2000000' },
    transactions: { type: 'string', default: '5000000' },
    rows: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '5' },
    ledger: { type: 'string', default: 'main' },
  },
})
const cards = Number(values.cards)
const transactions = Number(values.transactions)
const rounds = Number(values.rounds)
const isLedgerApart = isApart(values.ledger)
const sizes = values.rows.split(',').map(Number)
if (![cards, transactions, rounds, ...sizes].every((number) => Number.isInteger(number) && number > 0))
  throw new Error('--cards, --transactions and --rounds must be whole numbers, --rows a list of them')

const parts = new Map<string, () => Promise<Figure[]>>([
  ['job', () => benchMainJob({ cards, transactions, sizes, rounds, isLedgerApart })],
  ['excel', () => benchExcel({ cards, transactions, rounds })],
  ['lists', () => benchLists(rounds)],
  ['results', () => benchResultPages(rounds)],
  ['cases', () => benchCases(rounds)],
  ['search', () => benchSearch(rounds)],
  ['access', () => benchAccess(rounds)],
  ['sign-in', () => benchSignIn(rounds)],
  ['dashboard', () => benchDashboard({ cards, transactions, rounds })],
])
const wanted = values.only ? [values.only] : [...parts.keys()]
for (const name of wanted) {
  const measure = parts.get(name)
  if (!measure) throw new Error(`--only must be one of ${[...parts.keys()].join(', ')}`)
  publish(await measure())
}

type Provider = ReturnType<typeof createEmbeddedProvider>

const MAILBOXES = ['agent', 'supervisor', 'auditor', 'lookup', 'glass', 'viewer']
const SIGN_INS_PER_ROUND = 600
const WARM_UP = 60
const P99 = 0.99

/**
 * Compares sign-ins at the embedded provider with and without the security log, in turns. The log weighs most in the
 * shorter flow, by password.
 */
function benchSignIn(rounds: number): Promise<Figure[]> {
  return withDatabase(
    'access',
    async () => {},
    async (database) => {
      const { logged, bare } = await providersOf(database)
      const [ours, former]: [number[], number[]] = [[], []]
      for (let time = -WARM_UP; time < rounds * SIGN_INS_PER_ROUND; time++) {
        const USERNAME = `${MAILBOXES[Math.abs(time) % MAILBOXES.length]}@backoffice.test`
        const [one, other] = [await signIn(logged, USERNAME), await signIn(bare, USERNAME)]
        if (time < 0) continue
        ours.push(one)
        former.push(other)
      }
      const at = (share: number) => ({ ours: percentile(ours, share), bare: percentile(former, share) })
      return [
        ratioFigure('access.sign-in', at(P99)),
        ratioDetail('sign-in with the security log, against without: median', at(0.5)),
      ]
    },
  )
}

async function providersOf({ pool, db, dataDir }: BenchDatabase) {
  const { identity: key } = await storedKeys(dataDir)
  const clock = { now: () => new Date() }
  const onError = (error: unknown) => {
    throw error
  }
  const audit = createCountedAudit({ db, clock, onError })
  const options = { pool, key, clock, onError, signInCallsPerMinute: 1_000_000 }
  return {
    bare: createEmbeddedProvider(options),
    logged: createEmbeddedProvider({ ...options, onSecurityEvent: createSecurityEventHandler(db, audit) }),
  }
}

/** Waits for the work after the response, because users do not sign in back to back. */
async function signIn(provider: Provider, USERNAME: string): Promise<number> {
  const body = JSON.stringify({
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: EMBEDDED_POOL.userPoolClientId,
    AuthParameters: { USERNAME, PASSWORD: 'Backoffice#2026' },
  })
  const target = 'AWSCognitoIdentityProviderService.InitiateAuth'
  const ms = await timed(async () => {
    const { status } = await provider.handle({ target, body, ip: '192.0.2.7' })
    if (status !== 200) throw new Error(`${USERNAME} could not sign in`)
  })
  await provider.close()
  return ms
}

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

function benchDashboard(options: { cards: number; transactions: number; rounds: number }): Promise<Figure[]> {
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
