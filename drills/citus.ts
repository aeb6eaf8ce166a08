import { exec } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dashboardEndpoints } from '@backoffice/contract/dashboard'
import type { InquiryResult } from '@backoffice/contract/inquiries'
import { TRANSACTION_FIGURES } from '@backoffice/contract/transactions'
import { createPool } from '../apps/server/src/db/client.ts'
import { stagingTable } from '../apps/server/src/db/staging-table.ts'
import { StagingWriter } from '../apps/server/src/files/check/staging-writer.ts'
import { PLANNER_SETTINGS, resultQuery } from '../apps/server/src/files/result/result-rows.ts'
import { cardNumber } from '../apps/server/src/ops/demo/demo-cards.ts'
import { recordMeasured } from '../dev/measured.ts'
import { query } from '../dev/postgres/query.ts'
import { type Drill, runDrill } from './drill.ts'
import { Driver } from './driver.ts'
import { digestOf, type Moment, runInquiry } from './files.ts'
import { readAllSums, readStaging, recountSums } from './ledger-state.ts'
import { loadTransactions, mapTender, writeWaiting } from './mapped-codes.ts'
import { type DatabaseAddresses, DEMO_CARDS, ownerVariables, startDatabase, startProduct } from './product.ts'
import { until } from './services.ts'

/**
 * `npm run drill:citus`: the product with its ledger on Citus, and with everything in one database. Both must give the
 * same bytes and figures, also while nodes are killed.
 */

const ROWS = 50_000
const DAY = '2026-10-15'
const RANGE = { date_from: '2026-10-01', date_to: '2026-10-31' }
const KILL_DELAY_MS = [0, 150, 400]
const run = promisify(exec)

const { CITUS_URL: ownerUrl, CITUS_APP_URL, CITUS_KILL = '' } = process.env
if (!ownerUrl) {
  console.log('Skipped: CITUS_URL names no Citus coordinator; see drills/README.md.')
  process.exit(0)
}
const ledger = { ownerUrl, url: CITUS_APP_URL ?? ownerUrl }
const kills = CITUS_KILL.split('\n').filter((command) => command.trim() !== '')
if (kills.length === 0) console.log('CITUS_KILL is not set: no node is killed.')

type System = Awaited<ReturnType<typeof startSystem>>

/** A separate product. `apart`: its ledger; null for the main database. */
async function startSystem(drill: Drill, name: string, apart: DatabaseAddresses['ledger']) {
  const database = await startDatabase(drill, name)
  const addresses = { url: database.url, ownerUrl: database.ownerUrl, ledger: apart ?? null }
  const dataDir = join(drill.folder, `data-${name}`)
  mkdirSync(dataDir)
  // Processes of both products would otherwise write the same logs.
  const product = await startProduct(
    { ...drill, folder: dataDir },
    { ...addresses, dataDir, webs: 1, workers: 1 },
  )
  const main = createPool(database.ownerUrl, { max: 1, asOwner: true })
  drill.onStop(() => main.end())
  const agent = await Driver.as('agent', product.addresses)
  const supervisor = await Driver.as('supervisor', product.addresses)
  const maintainer = await Driver.as('lookup', product.addresses)
  return {
    agent,
    supervisor,
    maintainer,
    main,
    folder: dataDir,
    env: { ...process.env, ...ownerVariables(addresses) },
  }
}

const read = async (driver: Driver, path: string) => shown((await driver.expect<object>(200, path)).resource)

/** JSON without the ids and times that each system chooses itself. */
function shown(value: unknown): string {
  const isOwn = (key: string) =>
    /^(id|card_id|version|checked_at|as_of|at|created_at|updated_at|opened_at)$/.test(key)
  return JSON.stringify(value, (key, each) => (isOwn(key) ? undefined : each), 1)
}

function differenceOf(expected: string, found: string): string {
  const [wanted, other] = [expected.split('\n'), found.split('\n')]
  const at = wanted.findIndex((line, index) => line !== other[index])
  return `${wanted[at]} in one database, ${other[at]} on Citus`
}

async function loadAndMap({ maintainer, main, folder, env }: System): Promise<string> {
  const { path, tender } = writeWaiting(folder, 1)
  const tries = await loadTransactions(path, env)
  const { state, counts } = await mapTender(maintainer, main, tender)
  return shown({ tries, state, counts })
}

/** Sums of the main database, once they equal those of the ledger. */
async function followed({ main, env }: System): Promise<string> {
  const owner = env.LEDGER_DATABASE_OWNER_URL
  if (owner) {
    const pool = createPool(owner, { max: 1, asOwner: true })
    const isFollowed = async () => shown(await readAllSums(pool)) === shown(await readAllSums(main))
    await until('the copy of the sums', isFollowed, 120_000).finally(() => pool.end())
  }
  return shown(await readAllSums(main))
}

const inquire = async ({ agent }: System, subject: object) => {
  const request = { ...subject, ...RANGE, purpose: 'AUDIT', ticket_no: 'OPS-2' }
  return (await agent.expect<InquiryResult>(200, '/smac_inquiry', request)).resource
}

/** The column `value` of a statement over the ledger. */
async function readValues({ env }: System, sql: string): Promise<string[]> {
  const url = env.LEDGER_DATABASE_OWNER_URL ?? env.DATABASE_OWNER_URL ?? ''
  const rows = await query<{ value: string }>(url, sql)
  if (rows.length === 0) throw new Error(`no row: ${sql}`)
  return rows.map(({ value }) => value)
}

/** Several subjects of each kind. */
const asked = (mode: string, field: string, subjects: string) => async (system: System) => {
  const found: string[] = []
  for (const value of await readValues(system, subjects))
    found.push(shown(await inquire(system, { mode, [field]: value })))
  return found.join('\n')
}

const INQUIRIES = {
  card: asked(
    'CARD',
    'card_number',
    `SELECT lpad(card_number::text, 16, '0') AS value FROM cards ORDER BY card_number LIMIT 20`,
  ),
  account: asked(
    'ACCOUNT',
    'account_number',
    'SELECT account_number AS value FROM cards ORDER BY card_number LIMIT 20',
  ),
  reference: asked(
    'REFERENCE',
    'reference',
    `SELECT receipt_no AS value FROM transactions WHERE business_date = '${DAY}' AND receipt_no IS NOT NULL
     ORDER BY transaction_id LIMIT 20`,
  ),
}

/** A case for the purchases of a card with pending ones. */
async function openCase(system: System): Promise<string> {
  const [card = ''] = await readValues(
    system,
    `SELECT lpad(card_number::text, 16, '0') AS value FROM transactions
     WHERE status = 'PENDING' AND tran_class = 'EARN' AND business_date BETWEEN '${RANGE.date_from}' AND '${RANGE.date_to}'
     ORDER BY transaction_id LIMIT 1`,
  )
  const { cards, items } = await inquire(system, { mode: 'CARD', card_number: card })
  const waiting = items.filter(({ status, tran_class }) => status === 'PENDING' && tran_class === 'EARN')
  const { resource } = await system.agent.expect<{ id: string }>(201, '/cases', {
    ...{ kind: 'LATE_POINTS', ticket_no: 'OPS-3', card_id: cards[0]?.card_id },
    transaction_ids: waiting.map(({ transaction_id }) => transaction_id),
  })
  return `${shown(resource)}\n${await read(system.agent, `/cases/${resource.id}`)}`
}

/** A keyed read queries one part of the tables; the look-up of a file runs on all parts, each on its node. */
async function checkPlans({ check }: Drill) {
  const pool = createPool(ledger.url, { max: 1 })
  const client = await pool.connect()
  try {
    const explain = async (sql: string) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${sql}`)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      return { plan, tasks: Number(/Task Count: (\d+)/.exec(plan)?.[1] ?? 0) }
    }
    const keyed = await explain(
      `SELECT * FROM transactions WHERE card_number = ${cardNumber(1)} ORDER BY 1 LIMIT 9`,
    )
    check('a keyed read', keyed.tasks === 1, `${keyed.tasks} tasks`)
    const filekey = crypto.randomUUID()
    await client.query('BEGIN')
    const staging = new StagingWriter(client, stagingTable(filekey))
    await staging.open()
    await staging.finish()
    await client.query(PLANNER_SETTINGS)
    const { plan, tasks } = await explain(resultQuery({ filekey, fromRow: 1, toRow: 9, asOf: DAY }, true))
    await client.query('ROLLBACK')
    const isPushedDown = !/Distributed Subplan/.test(plan) && /Index .*Scan.* on transactions_/.test(plan)
    check('the look-up of a file', isPushedDown, tasks > 0 ? `${tasks} tasks` : plan)
  } finally {
    client.release()
    await pool.end()
  }
}

async function runWhileKilled(agent: Driver, command: string, moment: Moment, delayMs: number) {
  let killed: Promise<unknown> = Promise.resolve()
  const onMoment = (reached: Moment) => {
    if (reached !== moment) return
    killed = new Promise((resolve) => setTimeout(resolve, delayMs)).then(() => run(command))
  }
  const file = await runInquiry(agent, ROWS, onMoment)
  await killed
  return file
}

async function checkEnd({ check }: Drill, { main }: System) {
  const pool = createPool(ledger.ownerUrl, { max: 1, asOwner: true })
  try {
    await until('the drop of staged rows', async () => (await readStaging(pool)).length === 0, 120_000)
    check('staged rows', true, 'none')
    const { rows } = await pool.query('SELECT gid FROM pg_prepared_xacts')
    check('prepared transactions', rows.length === 0, `${rows.length}`)
    const counted = shown(await readAllSums(main))
    const isRight = counted === shown(await recountSums(pool))
    check('sums at the end', isRight, isRight ? 'as counted again' : counted)
    const { rows: cards } = await pool.query<{ count: string }>('SELECT count(*) FROM cards')
    check('cards', Number(cards[0]?.count) >= DEMO_CARDS, `${cards[0]?.count}`)
  } finally {
    await pool.end()
  }
}

await runDrill('citus', async (drill) => {
  const { check } = drill
  const [{ tables } = { tables: 0 }] = await query<{ tables: number }>(
    ownerUrl,
    `SELECT count(*)::int AS tables FROM pg_tables WHERE tablename = 'transactions'`,
  )
  if (tables > 0) throw new Error('The database of CITUS_URL is not empty.')
  const one = await startSystem(drill, 'one', null)
  const citus = await startSystem(drill, 'citus', ledger)
  const same = async (what: string, read: (system: System) => Promise<string>) => {
    const [expected, found] = [await read(one), await read(citus)]
    check(what, found === expected, found === expected ? 'as in one database' : differenceOf(expected, found))
  }

  const expected = digestOf((await runInquiry(one.agent, ROWS)).content)
  const file = await runInquiry(citus.agent, ROWS)
  check('a file', digestOf(file.content) === expected, `${ROWS} rows, ${file.ms} ms`)
  await same('a load and its mapping', loadAndMap)
  await same('sums', (system) => followed(system))
  for (const [what, ask] of Object.entries(INQUIRIES)) await same(`an inquiry by ${what}`, ask)
  for (const name of ['transactions', 'points', 'mapping', 'terminals', 'cases'])
    await same(`the dashboard, ${name}`, (system) =>
      read(system.supervisor, `/dashboard/${name}?date=${DAY}`),
    )
  for (const figure of Object.keys(TRANSACTION_FIGURES))
    await same(`the transactions of ${figure}`, ({ supervisor }) =>
      read(supervisor, `${dashboardEndpoints.listTransactions.path}?date=${DAY}&figure=${figure}`),
    )
  await same('a case', openCase)
  await checkPlans(drill)

  for (const command of kills)
    for (const moment of ['VALIDATING', 'PROCESSING'] as const)
      for (const delayMs of KILL_DELAY_MS) {
        const { ms, content } = await runWhileKilled(citus.agent, command, moment, delayMs)
        const what = `${command}, ${delayMs} ms after ${moment}`
        check(what, digestOf(content) === expected, `the file took ${ms} ms`)
      }
  await checkEnd(drill, citus)
  recordMeasured('citus.differences', drill.failures(), `${kills.length} commands that kill`)
})
