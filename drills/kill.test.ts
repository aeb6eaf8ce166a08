// over 300 lines: all kinds of rounds kill the processes of one product
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keysOf } from '@backoffice/contract/objects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../apps/server/src/db/client.ts'
import { createRandom } from '../apps/server/src/ops/demo/tables/seeded-random.ts'
import { recordMeasured } from '../dev/measured.ts'
import { signal } from '../dev/processes.ts'
import { killAt, MOMENTS, readGrant, requestGrant, tryApprove } from './approved-grants.ts'
import { APPROVED_ROWS, approve, readImported, requestImport } from './approved-imports.ts'
import { openDrill } from './drill.ts'
import { Driver, retryUntilReply } from './driver.ts'
import { digestOf, ROWS_OF_TWENTY, runImport, runInquiry, runPostingReply } from './files.ts'
import { STEPS } from './foreign-files.ts'
import { type ForeignFiles, prepareForeign, runForeignFiles } from './foreign-rounds.ts'
import { readAllSums, readStaging, recountSums } from './ledger-state.ts'
import {
  loadTransactions,
  mapTender,
  readSums,
  readTransactions,
  WAITING,
  writeWaiting,
} from './mapped-codes.ts'
import { ownerVariables, type Product, startDatabases, startProduct } from './product.ts'
import { decideRemovals, finish, REVIEWED_USERS, readRemoved } from './reviewed-access.ts'

/**
 * `kill -9` at random moments of the main job: once for each kind of process, with FULL=1 twice, KILL_ROUNDS=50 for the
 * long run. KILL_SEED repeats a run. LEDGER=apart and LEDGER=main set the place of the ledger; by default every other
 * seed has a separate one. Every round must give the same bytes as an undisturbed one, apply each acknowledged step
 * once and leave nothing stuck.
 */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? (process.env.FULL ? 6 : 3))
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
const ROWS = 300_000
const IMPORTED_ROWS = 10_000
/** Writing the rows after the first thousand takes much longer than noticing these. */
const CASES = 3_000
/** Jobs follow the ledger within a minute, and a dead worker is noticed after some 15 s. */
const PATIENCE = { timeout: 90_000, interval: 200 }
const IS_APART = process.env.LEDGER ? process.env.LEDGER === 'apart' : SEED % 2 === 1
const VICTIMS = ['worker', 'web', 'postgres'] as const
const DATABASES = ['postgres', ...(IS_APART ? (['ledger'] as const) : [])] as const
/** Victims of work that uses the ledger. */
const ALL = ['worker', 'web', ...DATABASES] as const
type Pool = ReturnType<typeof createPool>
type Tally = { ran: number; passed: number }
type Death = { victim: (typeof ALL)[number]; afterMs: number; worker: number | 'both' }

const drill = openDrill('kill')
const random = createRandom(SEED)
let database: Awaited<ReturnType<typeof startDatabases>>
let product: Product
let agent: Driver
let reference: string
const rounds = { ran: 0, passed: 0 }
const mappings = { ran: 0, passed: 0 }
const approvals = { ran: 0, passed: 0 }
const reviews = { ran: 0, passed: 0 }
const foreignFiles = { ran: 0, passed: 0 }
/** Uploads that a process copies to read them in any order, and spilled strings. */
const temporary = join(drill.folder, 'temporary')
let longestMs = 0
let killedAt = 0

beforeAll(async () => {
  database = await startDatabases(drill, { isLedgerApart: IS_APART })
  mkdirSync(temporary)
  product = await startProduct(drill, { ...database, webs: 1, env: { TMPDIR: temporary } })
  agent = await signedIn('agent')
  reference = await runRound('reference', [])
}, 240_000)

afterAll(async () => {
  await drill.stop()
  const note = `seed ${SEED}${IS_APART ? ', separate ledger' : ''}, ${ROWS.toLocaleString('en')} rows each`
  // If tests are filtered, the last figures of the omitted kinds of rounds stay.
  if (rounds.ran > 0) {
    recordMeasured('kill.rounds', rounds.ran, note)
    recordMeasured('kill.failed-rounds', rounds.ran - rounds.passed, `of ${rounds.ran}, ${note}`)
    recordMeasured('kill.goes-on', longestMs / 1_000, 'with the work itself')
  }
  for (const [row, { ran, passed }] of [
    ['kill.failed-mappings', mappings],
    ['kill.failed-approvals', approvals],
    ['kill.failed-reviews', reviews],
    ['kill.failed-foreign-files', foreignFiles],
  ] as const)
    if (ran > 0) recordMeasured(row, ran - passed, `of ${ran}, seed ${SEED}`)
})

testRounds('main job', rounds, async (round) => {
  // Each kind of process dies first equally often, followed by up to two others.
  const deaths = Array.from({ length: 1 + random.below(3) }, (_, index): Death => {
    const victim = index === 0 ? ALL[(SEED + round) % ALL.length] : random.pick(ALL)
    return { victim: victim ?? 'worker', afterMs: random.below(2_500), worker: 1 + random.below(2) }
  })
  expect(await runRound(`round ${round}`, deaths)).toBe(reference)
})

// A database dies while the load writes, then any process while the transactions get their codes.
testRounds('load and mapping', mappings, async (round, pool, ledger) => {
  const { path, tender } = writeWaiting(drill.folder, round)
  const env = { ...process.env, ...ownerVariables(database) }
  const first: Death = { victim: random.pick(DATABASES), afterMs: random.below(1_500), worker: 1 }
  const second: Death = {
    victim: ALL[(SEED + round) % ALL.length] ?? 'worker',
    afterMs: random.below(1_500),
    worker: 'both',
  }
  const dying = die(first)
  const tries = await loadTransactions(path, env)
  await dying
  expect(await readTransactions(ledger, tender)).toEqual({ transactions: WAITING, mapped: 0 })
  await expect.poll(() => readSums(pool, tender), PATIENCE).toEqual({ TENDER: WAITING, TENDER_GAP: WAITING })
  const [maintainer, alsoDying] = [await signedIn('lookup'), die(second)]
  const mapped = await mapTender(maintainer, pool, tender)
  await alsoDying
  console.log(
    `mapping ${round}: ${first.victim} at ${first.afterMs} ms of ${tries} loads, ${second.victim} at ${second.afterMs} ms`,
  )
  expect(mapped).toMatchObject({
    state: 'COMPLETED',
    counts: { total: WAITING, processed: WAITING, valid: WAITING, skipped: 0 },
  })
  expect(await readTransactions(ledger, tender)).toEqual({ transactions: WAITING, mapped: WAITING })
  await expect.poll(() => readSums(pool, tender), PATIENCE).toEqual({ TENDER: WAITING })
})

test('writes an import once although its worker is killed while writing', async () => {
  const maintainer = await signedIn('lookup')
  const { final } = await runImport(maintainer, IMPORTED_ROWS, 'Kill', killWorkers)
  expect(final).toMatchObject({
    state: 'COMPLETED',
    preview: { new: IMPORTED_ROWS, rejected: 0, written: { new: IMPORTED_ROWS, changed: 0, conflicts: 0 } },
  })
  const { body } = await maintainer.call('/lookup/tenders', { search: 'Kill', page_size: 10 })
  expect(body.resource).toMatchObject({ total: IMPORTED_ROWS, items: { 0: { version: 1 } } })
}, 180_000)

test('closes each case of a posting reply once although its worker is killed while writing', async () => {
  const [pool, ledger] = [createPool(database.ownerUrl, { max: 1 }), openLedger()]
  const cases = await openCases(pool, ledger).finally(() => ledger.end())
  const supervisor = await signedIn('supervisor')
  const { final } = await runPostingReply(supervisor, cases, killWorkers)
  expect(Date.parse(final.finished_at ?? '')).toBeGreaterThan(killedAt)
  expect(final).toMatchObject({
    state: 'COMPLETED',
    preview: { changed: CASES, rejected: 0, written: { changed: CASES, conflicts: 0 } },
  })
  const { rows } = await pool.query(
    `SELECT status, resolution, events::int, notices::int, count(*)::int AS cases FROM cases,
       LATERAL (SELECT count(*) AS events FROM audit_events WHERE resource_id = cases.id::text) AS audit,
       LATERAL (SELECT count(*) AS notices FROM case_notices WHERE case_id = cases.id) AS notified
     WHERE case_no = ANY($1) GROUP BY 1, 2, 3, 4`,
    [cases],
  )
  await pool.end()
  expect(rows).toEqual([{ status: 'RESOLVED', resolution: 'NOT_OWED', events: 1, notices: 1, cases: CASES }])
}, 180_000)

let foreign: ForeignFiles | undefined

testRounds('foreign files', foreignFiles, async (round, pool) => {
  foreign ??= await prepareForeign(pool, product.addresses)
  const { files, reference, ms } = foreign
  // A process dies in one step of the inquiry, and in another one of the import.
  const deaths = files.map((_, index) => {
    const step = (round + 2 * index) % STEPS.length
    const victim = (index === 0 ? ALL[(SEED + round) % ALL.length] : random.pick(ALL)) ?? 'worker'
    return { step, victim, afterMs: random.below(ms[index]?.[step] ?? 1) }
  })
  const dying: Promise<void>[] = []
  const outcome = await runForeignFiles(pool, files, (at, step) => {
    const death = deaths[at]
    if (death && STEPS[death.step] === step) dying.push(die({ ...death, worker: 'both' }))
  })
  await Promise.all(dying)
  console.log(
    `foreign ${round}: ${deaths.map(({ victim, step, afterMs }) => `${victim} in ${STEPS[step]} at ${afterMs} ms`)}`,
  )
  expect(outcome).toEqual(reference)
  expect(readdirSync(temporary)).toEqual([])
})

testRounds('approval of an import', approvals, async (round, pool) => {
  const [requester, decider] = [await signedIn('admin'), await signedIn('leonora.santiago')]
  const rule = "UPDATE approval_rules SET is_on = true, threshold = 1 WHERE kind = 'MASS_CHANGE'"
  await retryUntilReply(() => pool.query(rule))
  const request = await requestImport(requester, round)
  expect(await readImported(pool, request)).toMatchObject({ rows: 0, approvals: 0 })
  // The web process dies around the decision, a worker around the effect.
  const death = {
    victim: VICTIMS[round % 3] ?? 'web',
    afterMs: random.below(300),
    worker: 1 + random.below(2),
  }
  const dying = sleep(death.afterMs).then(() => kill(death))
  await approve(decider, request)
  await dying
  const { state } = await requester.until(request.filekey, ({ finished_at }) => finished_at !== null)
  expect(state).toBe('COMPLETED')
  expect(await readImported(pool, request)).toEqual({
    rows: APPROVED_ROWS,
    versions: 1,
    events: APPROVED_ROWS,
    approvers: 'Leonora Santiago',
    approvals: 1,
  })
})

const GRANT_MOMENTS = keysOf(MOMENTS)

// A grant takes effect in the transaction of its decision.
testRounds('approval of a grant', approvals, async (round, pool) => {
  const moment = GRANT_MOMENTS[(round - 1) % GRANT_MOMENTS.length] ?? 'at any time'
  const [requester, decider] = [await signedIn('admin'), await signedIn('leonora.santiago')]
  const rule = "UPDATE approval_rules SET is_on = true WHERE kind = 'HIGH_RISK_GRANT'"
  await retryUntilReply(() => pool.query(rule))
  const request = await requestGrant(requester, pool)
  const open = { status: 'PENDING', version: 1, policies: 0, events: 0, approvers: null, approvals: 0 }
  expect(await readGrant(pool, request)).toEqual(open)
  const death: Death = {
    // When the moments repeat, each of them gets the other victim.
    victim: (round + Math.floor((round - 1) / GRANT_MOMENTS.length)) % 2 === 0 ? 'postgres' : 'web',
    afterMs: moment === 'at any time' ? random.below(100) : 0,
    worker: 1,
  }
  let reply: number | undefined
  await killAt(pool, moment, request, {
    approve: async () => {
      reply = await tryApprove(decider, product.addresses[0] ?? '', request)
    },
    kill: async () => {
      await sleep(death.afterMs)
      expect(kill(death)).toBe(true)
    },
  })
  const executed = {
    ...{ status: 'EXECUTED', version: 2, policies: 1, events: 1, approvals: 1 },
    approvers: 'Leonora Santiago',
  }
  const found = await readGrant(pool, request)
  console.log(`grant ${round}: ${death.victim} ${moment}, reply ${reply}, ${found.status}`)
  if (moment !== 'at any time') expect(found).toEqual(open)
  else if (reply === 200) expect(found).toEqual(executed)
  else expect([open, executed]).toContainEqual(found)
  await approve(decider, request)
  expect(await readGrant(pool, request)).toEqual(executed)
})

testRounds('access review', reviews, async (round, pool) => {
  const [manager, reviewer] = [await signedIn('admin'), await signedIn('access')]
  const review = await decideRemovals(manager, reviewer, pool)
  // The job runs for seconds; either worker may have it.
  const victim = VICTIMS[round % 3] ?? 'worker'
  const afterMs = random.below(2_000)
  const dying = sleep(afterMs).then(() => kill({ victim, afterMs, worker: 'both' }))
  await finish(manager, review)
  await dying
  console.log(`review ${round}: ${victim} at ${afterMs} ms`)
  expect(await readRemoved(pool, review)).toEqual([
    {
      ...{ outcomes: 'REMOVED', role: 'Operations viewer', policies: 0 },
      // A change and an event for the role, and one for the policy.
      ...{ version: 3, events: 2, users: REVIEWED_USERS },
    },
  ])
})

test('no file is stuck', async () => {
  const pool = createPool(database.ownerUrl, { max: 1 })
  const { rows } = await pool.query('SELECT source_filekey, state FROM files WHERE finished_at IS NULL')
  await pool.end()
  expect(rows).toEqual([])
})

test('no staged row is left, and all sums are those of the transactions', async () => {
  const [main, ledger] = [createPool(database.ownerUrl, { max: 1 }), openLedger()]
  try {
    await expect.poll(() => readStaging(main, ledger), PATIENCE).toEqual([])
    const sums = await readAllSums(ledger)
    await expect.poll(() => readAllSums(main), PATIENCE).toEqual(sums)
    expect(await recountSums(ledger)).toEqual(sums)
  } finally {
    await Promise.all([main.end(), ledger.end()])
  }
}, 180_000)

/** A connection as the owner of the ledger. */
const openLedger = () => createPool((database.ledger ?? database).ownerUrl, { max: 1, asOwner: true })

const signedIn = (user: string) => Driver.as(user, product.addresses)

/** Either worker may run the job. */
function killWorkers(): boolean {
  killedAt = Date.now()
  const killed = ['worker-1', 'worker-2'].filter((name) => product.kill(name))
  return killed.length > 0
}

/** Numbers of new cases that are assigned to the agent. */
async function openCases(pool: Pool, ledger: Pool): Promise<string[]> {
  const card = await ledger.query<{ card_id: string }>('SELECT card_id FROM cards LIMIT 1')
  const { rows } = await pool.query<{ case_no: string }>(
    `INSERT INTO cases (kind, card_id, last_four, ticket_no, assignee_id, due_on, opened_by, opened_at, updated_at)
     SELECT 'OTHER', $2::uuid, '0000', 'KILL-1', id, '2027-01-01', id, now(), now()
     FROM users, generate_series(1, $1) WHERE email = 'agent@backoffice.test' RETURNING case_no`,
    [CASES, card.rows[0]?.card_id],
  )
  return rows.map(({ case_no }) => case_no)
}

async function runRound(name: string, deaths: readonly Death[]): Promise<string> {
  let lastDeath = Date.now()
  const dying = deaths.map(async (death) => {
    await die(death)
    lastDeath = Date.now()
  })
  const { final, content } = await runInquiry(agent, ROWS)
  await Promise.all(dying)
  const found = (ROWS / 20) * ROWS_OF_TWENTY.known
  expect(final.counts).toMatchObject({ total: ROWS, processed: ROWS, found })
  // Includes the heartbeat of a dead worker, a restart, and the work itself.
  if (deaths.length > 0) longestMs = Math.max(longestMs, Date.now() - lastDeath)
  const shown = deaths.map(({ victim, afterMs }) => `${victim} at ${afterMs} ms`)
  console.log(`${name}: ${shown.join(', ') || 'no deaths'}`)
  return digestOf(content)
}

/** `run`: gets connections as the owner of the databases. */
function testRounds(
  name: string,
  tally: Tally,
  run: (round: number, main: Pool, ledger: Pool) => Promise<void>,
): void {
  test.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    `${name}, round %i of ${ROUNDS}, seed ${SEED}${IS_APART ? ', separate ledger' : ''}`,
    async (round) => {
      tally.ran += 1
      const [pool, ledger] = [createPool(database.ownerUrl, { max: 2 }), openLedger()]
      await run(round, pool, ledger).finally(() => Promise.all([pool.end(), ledger.end()]))
      tally.passed += 1
    },
    180_000,
  )
}

async function die(death: Death): Promise<void> {
  await sleep(death.afterMs)
  // A process that is restarting cannot die again, so wait for it.
  for (let tries = 0; !kill(death) && tries < 50; tries++) await sleep(100)
}

function kill({ victim, worker }: Death): boolean {
  if (victim === 'web') return product.kill('web-1')
  if (victim === 'worker' && worker === 'both') return killWorkers()
  if (victim === 'worker') return product.kill(`worker-${worker}`)
  const { pid } = (victim === 'ledger' && database.ledger) || database
  signal(pid(), 'SIGKILL')
  return true
}
