import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordMeasured } from '../dev/measured.ts'
import { freePort } from '../dev/ports.ts'
import { query } from '../dev/postgres/query.ts'
import { type Drill, runDrill } from './drill.ts'
import { Driver } from './driver.ts'
import { runFile } from './files.ts'
import { Journal } from './journal.ts'
import { startLoad } from './load.ts'
import { startDatabase, startProduct } from './product.ts'
import {
  describeCalls,
  describeStatuses,
  isFault,
  isUnavailable,
  isWrite,
  longestGap,
  type SeenReply,
} from './replies.ts'
import { requirePrograms, until } from './services.ts'

/**
 * `npm run drill:pgbouncer`: the product with DATABASE_URL through a PgBouncer in transaction mode and
 * DATABASE_DIRECT_URL without it: files, lists, writes, events, the rights of the application, and a killed pooler.
 * Needs root.
 */

/** Statements that the login must not run, not even on connections that other transactions used. */
const FORBIDDEN = [
  `UPDATE audit_events SET actor_name = 'x'`,
  'DELETE FROM audit_events',
  'TRUNCATE audit_events',
  `INSERT INTO audit_events (at, actor_name, action, resource, outcome) VALUES (now(), 'a', 'b', 'c', 'done')`,
  'ALTER TABLE audit_events ADD COLUMN more text',
  'RESET ROLE; DELETE FROM audit_events',
  'SET ROLE NONE; DELETE FROM audit_events',
  'SET ROLE backoffice_owner',
]
const ACCOUNT = 'postgres'
const CONSOLE = { user: 'console', password: 'loopback' }

await runDrill('pgbouncer', async (drill) => {
  const { check } = drill
  const { url: direct, ownerUrl } = await startDatabase(drill)
  const pooler = await startPgBouncer(drill, direct)
  const env = { DATABASE_DIRECT_URL: direct }
  const product = await startProduct(drill, { url: pooler.url, ownerUrl, env })

  const seen: SeenReply[] = []
  const onReply = (reply: SeenReply) => void seen.push(reply)
  const agent = await Driver.as('agent', product.addresses, onReply)
  const maintainer = await Driver.as('lookup', product.addresses, onReply)
  const quiet = await runFile(agent, maintainer, 'PROCESSING')

  const journal = new Journal('DRILL')
  const load = await startLoad(product.addresses, journal, onReply)
  const { final, digest } = await runFile(agent, maintainer, 'PROCESSING')
  check('an inquiry under load', digest === quiet.digest, `${final.state}, ${final.counts.total} rows`)
  await sleep(1_000)
  const informed = load.informed(final)
  check('events of its end', informed.all, informed.shown)
  for (const moment of ['importing', 'exporting'] as const) {
    const { final: ended } = await runFile(agent, maintainer, moment)
    check(`a file under load, ${moment}`, true, `${ended.state}, ${ended.counts.total} rows`)
  }
  const transactions = await pooler.transactions()
  const isUsed = transactions > journal.acknowledged
  check('calls and jobs go through the pooler', isUsed, `${transactions} transactions`)
  await checkRights(drill, pooler.url)

  await pooler.restart()
  await sleep(5_000)
  await load.stop()
  const bad = seen.filter(isFault)
  check('replies', bad.length === 0, `${describeStatuses(seen)}. ${describeCalls(bad)}`)
  const gapMs = longestGap(seen.filter(isWrite))
  check('goes on after a kill of the pooler', gapMs < 30_000, `${gapMs} ms without a write`)
  const unavailable = seen.filter(isUnavailable).length
  check('no 503 without a cause', unavailable < seen.length / 10, `${unavailable}`)
  await journal.check(drill, (sql, values) => query(ownerUrl, sql, values))
  check('processes', product.restarts() === 0, `${product.restarts()} died`)
  recordMeasured('pgbouncer.failures', drill.failures(), `${seen.length.toLocaleString('en')} replies`)
})

async function checkRights({ check }: Drill, url: string) {
  const roles = Array.from({ length: 20 }, () => query<{ role: string }>(url, 'SELECT current_user AS role'))
  const names = new Set((await Promise.all(roles)).flat().map(({ role }) => role))
  const found = [...names].join(', ')
  check('the role of every connection', found === 'backoffice_app', found)
  for (const statement of FORBIDDEN) {
    const outcome = await query(url, statement).then(
      () => 'done',
      (error: { code?: string; message: string }) => (error.code === '42501' ? 'refused' : error.message),
    )
    check(statement, outcome === 'refused', outcome)
  }
}

/** A PgBouncer in transaction mode, with few connections for many clients. */
async function startPgBouncer({ folder, services }: Drill, databaseUrl: string) {
  requirePrograms(['pgbouncer', 'setpriv'], 'pgbouncer')
  const home = join(folder, 'pgbouncer')
  mkdirSync(home)
  const login = new URL(databaseUrl)
  const port = await freePort()
  const users = { [login.username]: decodeURIComponent(login.password), [CONSOLE.user]: CONSOLE.password }
  const lines = Object.entries(users).map(([user, password]) => `"${user}" "${password}"\n`)
  writeFileSync(join(home, 'users.txt'), lines.join(''), { mode: 0o600 })
  writeFileSync(
    join(home, 'pgbouncer.ini'),
    `
[databases]
backoffice = host=127.0.0.1 port=${login.port} dbname=backoffice
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(home, 'users.txt')}
admin_users = ${CONSOLE.user}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
`,
  )
  execFileSync('chown', ['-R', ACCOUNT, home])
  services.start('pgbouncer', ['pgbouncer', join(home, 'pgbouncer.ini')], { account: ACCOUNT, cwd: home })
  const url = Object.assign(new URL(login), { port: String(port) }).href
  const console = `postgres://${CONSOLE.user}:${CONSOLE.password}@127.0.0.1:${port}/pgbouncer`
  // Uses the console, because a database connection from before the migrations would lack the defaults that they set.
  const stats = () => query<{ database: string; total_xact_count: string }>(console, 'SHOW STATS')
  const untilReady = () => until('PgBouncer', async () => (await stats()).length > 0)
  await untilReady()
  return {
    url,
    transactions: async () =>
      Number((await stats()).find(({ database }) => database === 'backoffice')?.total_xact_count ?? 0),
    async restart() {
      await services.kill('pgbouncer')
      services.restart('pgbouncer')
      await untilReady()
    },
  }
}
