import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRandom } from '../../apps/server/src/ops/demo/tables/seeded-random.ts'
import { recordMeasured } from '../../dev/measured.ts'
import { query } from '../../dev/postgres/query.ts'
import { signal } from '../../dev/processes.ts'
import { type Drill, runDrill } from '../drill.ts'
import { Journal, type Query } from '../journal.ts'
import { createCompany } from '../load.ts'
import { isApart, type Product, startDatabases, startProduct } from '../product.ts'
import * as replies from '../replies.ts'
import { isInstalled } from '../services.ts'
import { SWIFT_PROGRAMS, startBucket } from '../swift.ts'
import { latenciesOf, watchProcesses } from './figures.ts'
import { gatherPeople, personOf } from './people.ts'
import { createFileWork, nextTask, type TaskDeps } from './tasks.ts'

/**
 * `npm run soak [-- --minutes N] [-- --seed N] [-- --ledger apart]`: fifty users on two web processes and two workers.
 * Processes, databases and storage are killed at random moments and restarted.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    ledger: { type: 'string', default: 'main' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
if (!(minutes > 0 && minutes <= 120)) throw new Error('--minutes must be a number up to 120.')

const THINKING_MS = { least: 500, most: 4_000 }
const KILL_PAUSE_MS = { least: 4_000, most: 12_000 }
const STORAGE_DOWN_MS = 3_000
const SETTLE_MS = 90_000
const SHARED_ROWS = 5
/** Processes that are not killed in the second half, to measure their memory. */
const SPARED = ['web-2', 'worker-2']

await runDrill('soak', async (drill) => {
  console.log(`Seed ${seed}, ${minutes} minutes, ledger ${values.ledger}.`)
  const database = await startDatabases(drill, { isLedgerApart: isApart(values.ledger) })
  const send: Query = (sql, parameters) => query(database.ownerUrl, sql, parameters)
  const storage = await startStorage(drill)
  const env = {
    ...storage.env,
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'event-loop-delay.ts')}`,
    EVENT_LOOP_DELAYS: join(drill.folder, 'event-loop-delays'),
  }
  const product = await startProduct(drill, { ...database, env })

  const [random, journal, files] = [createRandom(seed), new Journal('SOAK'), createFileWork()]
  const seen: replies.SeenReply[] = []
  const people = await gatherPeople(product.addresses, (reply) => void seen.push(reply))
  console.log(`${people.length} users, files in ${storage.name}. Runs without a fault …`)
  const shared = new Map<string, number>()
  for (let index = 0; index < SHARED_ROWS; index++) {
    const row = await createCompany(personOf(people, 'Lookup maintainer').driver, `SK${index}`)
    journal.addRow(row)
    shared.set(row.id, row.version)
  }
  const [role] = await send<{ id: string }>("SELECT id FROM roles WHERE name = 'Operations viewer'")
  const deps: TaskDeps = { random, journal, files, shared, roleId: role?.id ?? '' }
  await files.learn(personOf(people, 'Inquiry agent').driver)

  seen.length = 0
  const since = Date.now()
  const endsAt = since + minutes * 60_000
  const watch = watchProcesses(drill, product, SPARED)
  const problems = new Map<string, number>()
  const working = people.map(async (person) => {
    while (Date.now() < endsAt) {
      await sleep(THINKING_MS.least + random.below(THINKING_MS.most - THINKING_MS.least))
      await nextTask(person, random)(person, deps).catch(({ message }: Error) => {
        problems.set(message, (problems.get(message) ?? 0) + 1)
      })
    }
  })
  const kills = await killUntil(endsAt, drill, product, storage.parts, {
    database: database.pid,
    ...(database.ledger && { ledger: database.ledger.pid }),
  })
  await Promise.all(working)
  const shown = kills.map(({ victim, at }) => `${victim} ${Math.round((at - since) / 1_000)} s`)
  console.log(`Killed: ${shown.join(', ')}`)
  for (const [message, count] of problems) console.error(`${count} × ${message}`)
  const stuck = await settle(send)

  const good = seen.filter(replies.isGood)
  const bad = seen.filter(replies.isFault)
  const refused = seen.filter((each) => each.status >= 400 && !replies.isUnavailable(each))
  const { done, rowsLost, rowsTwice, broken, slowestMs } = files.figures
  const died = product.restarts() - kills.filter(({ victim }) => /^(web|worker)/.test(victim)).length
  const check = (what: string, count: number, found: string) =>
    drill.check(what, count === 0, `${count}, ${found}`)
  check('rows of files lost', rowsLost, `${done} files`)
  check('rows of files twice', rowsTwice, `${done} files`)
  const shownBroken = [`${done} files`, ...broken].join('\n  ')
  check('files with a different end than without a fault', broken.length, shownBroken)
  check('files stuck', stuck, `${done} files`)
  check('replies of 401, or 5xx other than 503', bad.length, replies.describeStatuses(seen))
  check('processes that died by themselves', died, 'two web, two workers')
  const { lost, twice } = await journal.check(drill, send)
  console.log(`Refused or failed: ${replies.describeCalls(refused) || 'none'}`)
  const gap = (ms: number) => ({
    measured: `${(ms / 1_000).toFixed(1)} s`,
    target: '≤ 20 s',
    met: ms <= 20_000,
  })
  const longest = replies.longestGap(seen)
  console.table({
    'longest time without a good reply': gap(longest),
    'longest delay of a file': gap(slowestMs),
    'reads, p50 / p99': latenciesOf(good.filter(replies.isRead)),
    'writes and lists by POST, p50 / p99': latenciesOf(good.filter(replies.isWrite)),
    ...watch.rows(),
  })
  const place = database.ledger ? 'separate ledger, ' : ''
  const note = `${minutes} min, ${place}${done} files, ${journal.acknowledged.toLocaleString('en')} writes`
  recordMeasured('soak.minutes', minutes, 'fifty people')
  recordMeasured('soak.rows-lost', rowsLost, note)
  recordMeasured('soak.rows-twice', rowsTwice + twice, note)
  recordMeasured('soak.writes-lost', lost, note)
  recordMeasured('soak.stuck-files', stuck + broken.length, note)
  recordMeasured('soak.goes-on', Math.max(longest, slowestMs) / 1_000, note)
})

/** Swift with its S3 API if installed, else the folder, which is never down. `parts`: its services. */
async function startStorage(
  drill: Drill,
): Promise<{ name: string; env: NodeJS.ProcessEnv; parts: string[] }> {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !SWIFT_PROGRAMS.every(isInstalled)) return { name: 'a folder', env: {}, parts: [] }
  const { env } = await startBucket(drill, 'soak')
  return { name: 'Swift', env, parts: ['proxy', 'object', 'container', 'account'] }
}

async function killUntil(
  endsAt: number,
  { services }: Drill,
  product: Product,
  storage: readonly string[],
  databases: Readonly<Record<string, () => number>>,
): Promise<{ victim: string; at: number }[]> {
  const random = createRandom(seed + 1)
  const kills: { victim: string; at: number }[] = []
  const began = Date.now()
  for (;;) {
    await sleep(KILL_PAUSE_MS.least + random.below(KILL_PAUSE_MS.most - KILL_PAUSE_MS.least))
    if (Date.now() > endsAt) return kills
    const spared = Date.now() > (began + endsAt) / 2 ? SPARED : []
    const processes = product.processes.map(({ name }) => name).filter((name) => !spared.includes(name))
    const victim = random.pick([
      ...processes,
      ...Object.keys(databases),
      ...(storage.length > 0 ? ['storage'] : []),
    ])
    const pid = databases[victim]
    if (pid) signal(pid(), 'SIGKILL')
    else if (victim === 'storage') {
      const part = random.pick(storage)
      await services.kill(part)
      setTimeout(() => services.restart(part), STORAGE_DOWN_MS)
    } else if (!product.kill(victim)) continue
    kills.push({ victim, at: Date.now() })
  }
}

async function settle(send: Query): Promise<number> {
  const sql = `SELECT count(*)::int AS files FROM files WHERE state IN ('UPLOADED', 'VALIDATING', 'QUEUED', 'PROCESSING')`
  for (const deadline = Date.now() + SETTLE_MS; ; await sleep(500)) {
    // The last kill may have hit the database.
    const files = await send<{ files: number }>(sql).then(
      ([row]) => row?.files ?? 0,
      () => 1,
    )
    if (files === 0 || Date.now() > deadline) return files
  }
}
