import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Driver } from '../kill/driver.ts'
import { recordMeasured } from '../measured.ts'
import { startPostgres } from '../postgres/start.ts'
import { query } from '../postgres/testing.ts'
import { type Moment, runFile } from './failover-files.ts'
import { startLoad } from './failover-load.ts'
import { Ledger } from './ledger.ts'
import { type Pooler, startPgBouncer } from './pgbouncer.ts'
import { startProduct } from './product.ts'
import { describeCalls, describeStatuses, isFault, isUnavailable, longestGap, Replies } from './replies.ts'
import { runDrill } from './run-drill.ts'

/**
 * `npm run drill:pgbouncer`: the product with DATABASE_URL through a PgBouncer in transaction mode and
 * DATABASE_DIRECT_URL beside it: files, lists, writes, events, the rights of the application, and a pooler that is
 * killed. As root.
 */

/** What the login must not do through the pooler, whose connections other transactions had before. */
const FORBIDDEN = [
  `UPDATE audit_events SET actor_name = 'nobody'`,
  'DELETE FROM audit_events',
  'TRUNCATE audit_events',
  `INSERT INTO audit_events (at, actor_name, action, resource, outcome) VALUES (now(), 'a', 'b', 'c', 'done')`,
  'ALTER TABLE audit_events ADD COLUMN more text',
  'RESET ROLE; DELETE FROM audit_events',
  'SET ROLE NONE; DELETE FROM audit_events',
  'SET ROLE backoffice_owner',
]

await runDrill('pgbouncer', async (drill) => {
  const postgres = await startPostgres({ dataDir: join(drill.folder, 'postgres') })
  drill.onStop(() => postgres.stop())
  const pooler = await startPgBouncer(drill, postgres)
  const product = await startProduct(drill, {
    databaseUrl: pooler.url,
    ownerUrl: postgres.urlFor('backoffice', 'backoffice_owner'),
    env: { DATABASE_DIRECT_URL: postgres.urlFor('backoffice') },
  })
  const failures: string[] = []
  const check = (what: string, isGood: boolean, found: string) => {
    console.log(`${isGood ? 'good' : 'BAD '}  ${what}: ${found}`)
    if (!isGood) failures.push(what)
  }

  const polls = new Replies()
  const [desk, maintainer] = [new Driver(product.address, polls.add), new Driver(product.address, polls.add)]
  await desk.signIn('agent@backoffice.test')
  await maintainer.signIn('lookup@backoffice.test')
  const quiet = await runFile(desk, maintainer, 'PROCESSING', () => {})

  const ledger = new Ledger('DRILL')
  const load = await startLoad(product.address, ledger)
  for (const moment of ['PROCESSING', 'importing', 'exporting'] as const satisfies readonly Moment[]) {
    const { final, digest, key } = await runFile(desk, maintainer, moment, () => {})
    const isEqual = moment !== 'PROCESSING' || digest === quiet.digest
    check(`a file under load, ${moment}`, isEqual, `${final.state}, ${final.counts.total} rows`)
    if (moment !== 'PROCESSING') continue
    await sleep(1_000)
    const told = load.streams.filter((stream) => stream.seen.has(`${key} ${final.state}`)).length
    check('events of its end', told === load.streams.length, `${told} of ${load.streams.length} streams`)
  }
  const through = await pooler.transactions()
  check('calls and jobs go through the pooler', through > ledger.acknowledged, `${through} transactions`)
  await checkRights(pooler, check)

  await pooler.restart()
  await sleep(5_000)
  await load.stop()
  const all = [...load.reads.all, ...load.writes.all, ...load.signIns.all, ...polls.all]
  const bad = all.filter((seen) => isFault(seen) || seen.status === 401)
  check('replies', bad.length === 0, [describeStatuses(all), describeCalls(all.filter(isFault))].join('. '))
  check(
    'goes on after a kill of the pooler',
    longestGap(load.writes.all) < 30_000,
    `${longestGap(load.writes.all)} ms without a write`,
  )
  check(
    'no 503 without a cause',
    all.filter(isUnavailable).length < all.length / 10,
    `${all.filter(isUnavailable).length}`,
  )
  const { lost, twice, unaudited } = await ledger.check((sql, values) =>
    query(postgres.urlFor('backoffice', 'backoffice_owner'), sql, values),
  )
  check(
    `${ledger.acknowledged} acknowledged writes`,
    lost + twice + unaudited === 0,
    `${lost} lost, ${twice} twice, ${unaudited} rows with another audit trail`,
  )
  check('processes', product.restarts() === 0, `${product.restarts()} died`)
  recordMeasured('pgbouncer.failures', failures.length, `${all.length.toLocaleString('en')} replies`)
  return failures.length === 0
})

async function checkRights({ url }: Pooler, check: (what: string, isGood: boolean, found: string) => void) {
  const roles = await Promise.all(
    Array.from({ length: 20 }, () => query<{ role: string }>(url, 'SELECT current_user AS role')),
  )
  const names = [...new Set(roles.flat().map(({ role }) => role))].join(', ')
  check('the role of every connection', names === 'backoffice_app', names)
  const done: string[] = []
  for (const statement of FORBIDDEN)
    await query(url, statement).then(
      () => done.push(statement),
      (error: { code?: string; message: string }) => {
        if (error.code !== '42501') done.push(`${statement}: ${error.message}`)
      },
    )
  check(
    'the audit trail cannot be changed',
    done.length === 0,
    done.join('; ') || `${FORBIDDEN.length} ways refused`,
  )
}
