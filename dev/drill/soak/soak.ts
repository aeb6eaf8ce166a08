import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRandom } from '../../../apps/server/src/demo/seeded-random.ts'
import { query } from '../../postgres/testing.ts'
import { superviseDatabase } from '../../start/database.ts'
import { createCompany } from '../failover-load.ts'
import { Ledger, type Query } from '../ledger.ts'
import { stallsOf, startProduct } from '../product.ts'
import { describeCalls, describeStatuses, isUnavailable, Replies } from '../replies.ts'
import { runDrill } from '../run-drill.ts'
import { createFileWork } from './file-work.ts'
import { killAround } from './killer.ts'
import { watchMemory } from './memory.ts'
import { gatherPeople, type Person } from './people.ts'
import { printSoakReport } from './report.ts'
import { startStorage } from './stoppable-storage.ts'
import { nextTask, type TaskDeps } from './tasks.ts'

/**
 * `npm run soak [-- --minutes N] [-- --seed N]`: fifty people at two web processes and two workers, while these, the
 * database and the storage are killed at random moments and come back. Exits with 1 when something was lost.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
if (!(minutes > 0 && minutes <= 120)) {
  console.error('--minutes is a number up to 120.')
  process.exit(2)
}

const THINKING_MS = { least: 500, most: 4_000 }
const SHARED_ROWS = 5
const SPARED = ['web-2', 'worker-2']
const SETTLE_MS = 90_000

await runDrill('soak', async (drill) => {
  console.log(`Seed ${seed}, ${minutes} minutes.`)
  let databasePid = 0
  const database = await superviseDatabase(join(drill.folder, 'database'), (pid) => {
    databasePid = pid
  })
  drill.onStop(() => database.stop())
  const ask: Query = (sql, parameters) => query(database.ownerUrl, sql, parameters)
  const storage = await startStorage(drill)
  const { url: databaseUrl, ownerUrl } = database
  const product = await startProduct(drill, { databaseUrl, ownerUrl, env: storage.env })

  const [random, ledger, files, replies] = [
    createRandom(seed),
    new Ledger('SOAK'),
    createFileWork(),
    new Replies(),
  ]
  const people = await gatherPeople(product, replies)
  console.log(`${people.length} people, files in ${storage.name}. Quiet runs …`)
  const deps: TaskDeps = { random, ledger, files, ...(await prepare(people, ledger, ask)) }
  await files.learn(personOf(people, 'Inquiry agent').driver)

  const ownDelays = monitorEventLoopDelay({ resolution: 10 })
  ownDelays.enable()
  const since = Date.now()
  const until = since + minutes * 60_000
  const memory = watchMemory(product.processes)
  const problems = new Map<string, number>()
  const working = people.map((person) => work(person, deps, until, problems))
  const kills = await killAround(until, {
    random: createRandom(seed + 1),
    product,
    services: drill.services,
    storage: storage.parts,
    databasePid: () => databasePid,
    spared: SPARED,
  })
  await Promise.all(working)
  memory.stop()
  console.log(
    `Killed: ${kills.map(({ victim, at }) => `${victim} ${Math.round((at - since) / 1_000)} s`).join(', ')}`,
  )
  const stuck = await settle(ask)
  const killed = kills.filter(({ victim }) => product.processes.some(({ name }) => name === victim)).length
  console.log(`Replies: ${describeStatuses(replies.since(since))}`)
  const refused = replies.since(since).filter((seen) => seen.status >= 400 && !isUnavailable(seen))
  console.log(`Refused or failed: ${describeCalls(refused) || 'none'}`)
  for (const [message, count] of problems) console.error(`${count} × ${message}`)
  for (const message of files.figures.broken) console.error(message)
  return printSoakReport({
    ...{ minutes, product, replies, since, stuck, memory, spared: SPARED, files: files.figures },
    ledger: { acknowledged: ledger.acknowledged, ...(await ledger.check(ask)) },
    deaths: product.restarts() - killed,
    stalls: stallsOf(drill),
    ownStallMs: ownDelays.max / 1e6,
  })
})

function personOf(people: readonly Person[], role: string): Person {
  const found = people.find((person) => person.role === role)
  if (!found) throw new Error(`Nobody is ${role}.`)
  return found
}

/** The rows that are edited by several, and the role of those who are invited. */
async function prepare(people: readonly Person[], ledger: Ledger, ask: Query) {
  const { driver } = personOf(people, 'Lookup maintainer')
  const shared = new Map<string, number>()
  for (let index = 0; index < SHARED_ROWS; index++) {
    const row = await createCompany(driver, `SK${index}`)
    ledger.addRow(row)
    shared.set(row.id, row.version)
  }
  const [role] = await ask<{ id: string }>("SELECT id FROM roles WHERE name = 'Operations viewer'")
  return { shared, roleId: role?.id ?? '' }
}

async function work(person: Person, deps: TaskDeps, until: number, problems: Map<string, number>) {
  const { random } = deps
  while (Date.now() < until) {
    await sleep(THINKING_MS.least + random.below(THINKING_MS.most - THINKING_MS.least))
    await nextTask(person, random)(person, deps).catch((error: Error) => {
      problems.set(error.message, (problems.get(error.message) ?? 0) + 1)
    })
  }
}

/** How many files are still in work after the time in which they must end. */
async function settle(ask: Query): Promise<number> {
  const deadline = Date.now() + SETTLE_MS
  for (;;) {
    const files = await ask<{ files: number }>(
      `SELECT count(*)::int AS files FROM files WHERE state IN ('UPLOADED', 'VALIDATING', 'QUEUED', 'PROCESSING')`,
    ).then(
      ([row]) => row?.files ?? 0,
      // The database was killed last, and is not back yet.
      () => 1,
    )
    if (files === 0 || Date.now() > deadline) return files
    await sleep(500)
  }
}
