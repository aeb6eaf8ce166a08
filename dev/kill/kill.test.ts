import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFinalState } from '@backoffice/contract/file-states'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordMeasured } from '../measured.ts'
import { Driver } from './driver.ts'
import { DEMO_CARDS, type ProcessKind, startSystem } from './running-system.ts'
import { createSampleFile, ROWS_OF_TWENTY } from './sample-file.ts'

/**
 * `kill -9` at random moments of the main job: once for each kind of process, with FULL=1 twice, KILL_ROUNDS=50 for the long
 * run; KILL_SEED repeats one that was seen. What must hold: the same bytes as without any death, every acknowledged
 * step once, nothing stuck.
 */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? (process.env.FULL ? 6 : 3))
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
const ROWS = 300_000

let system: Awaited<ReturnType<typeof startSystem>>
let desk: Driver
let reference: string
let passedRounds = 0
let longestMs = 0
const content = createSampleFile(ROWS, DEMO_CARDS)
const dataDir = mkdtempSync(join(tmpdir(), 'backoffice-kill-'))
const random = mulberry32(SEED)

beforeAll(async () => {
  system = await startSystem(dataDir)
  desk = new Driver(system.address)
  await desk.signIn('agent@backoffice.test')
  reference = await runOnce('reference', [])
}, 240_000)

afterAll(async () => {
  await system?.stop()
  const note = `seed ${SEED}, ${ROWS.toLocaleString('en')} rows each`
  recordMeasured('kill.rounds', ROUNDS, note)
  recordMeasured('kill.failed-rounds', ROUNDS - passedRounds, `of ${ROUNDS}, ${note}`)
  recordMeasured('kill.goes-on', longestMs / 1_000, 'with the work itself')
  rmSync(dataDir, { recursive: true, force: true })
})

test.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
  `round %i of ${ROUNDS}, seed ${SEED}`,
  async (round) => {
    const victims: ProcessKind[] = ['worker', 'web', 'postgres']
    // The first rounds make sure of each kind; after that, anything, once to three times.
    const deaths = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => ({
      victim: (index === 0 ? victims[round % 3] : victims[Math.floor(random() * 3)]) ?? 'worker',
      afterMs: Math.floor(random() * 2_500),
      pick: Math.floor(random() * 2),
    }))
    expect(await runOnce(`round ${round}`, deaths)).toBe(reference)
    passedRounds += 1
  },
  180_000,
)

test('an import whose worker is killed while it writes is written once', async () => {
  const table = new Driver(system.address)
  await table.signIn('lookup@backoffice.test')
  const imported = 10_000
  const lines = Array.from({ length: imported }, (_, n) => {
    return `KIOSK,${(20 * 36 ** 3 + n).toString(36).toUpperCase()},Kill ${n},CSH,*`
  })
  const content = `source_system,tender_id,tender_name,payment_method_code,company_code\n${lines.join('\n')}\n`
  const filekey = await table.upload(Buffer.from(content), undefined, 'TENDERS')
  const dry = await table.until(filekey, (file) => file.validated_at !== null, 60_000)
  expect(dry.preview).toMatchObject({ new: imported, rejected: 0 })
  await table.call('/lookup/tenders/import', { source_filekey: filekey })
  await table.until(filekey, (file) => file.counts.processed > 0, 30_000)
  // Either of the two may have it in work.
  system.kill('worker', 0)
  system.kill('worker', 1)
  const done = await table.until(filekey, (file) => isFinalState(file.state), 60_000)
  expect(done).toMatchObject({
    state: 'COMPLETED',
    preview: { written: { new: imported, changed: 0, conflicts: 0 } },
  })
  const { body } = await table.call('/lookup/tenders', { search: 'Kill', page_size: 10 })
  expect(body.resource).toMatchObject({ total: imported, items: { 0: { version: 1 } } })
}, 180_000)

test('no process is left afterwards', async () => {
  const { body } = await desk.call('/file_tracker?page_size=100')
  const { items } = body.resource as unknown as { items: { state: string }[] }
  expect(items.map((file) => file.state)).toEqual(
    Array.from({ length: ROUNDS + 1 }, () => 'COMPLETED_WITH_ERRORS'),
  )
})

type Death = { victim: ProcessKind; afterMs: number; pick: number }

/** Upload, dry run, confirmation, result; the result's hash. */
async function runOnce(name: string, deaths: readonly Death[]): Promise<string> {
  let lastDeath = Date.now()
  const dying = deaths.map(async ({ victim, afterMs, pick }) => {
    await sleep(afterMs)
    // A process that is just being restarted cannot die again: wait for it.
    for (let tries = 0; !system.kill(victim, pick) && tries < 50; tries++) await sleep(100)
    lastDeath = Date.now()
  })
  const filekey = await desk.upload(content)
  const dry = await desk.until(
    filekey,
    (file) => file.validated_at !== null || isFinalState(file.state),
    90_000,
  )
  expect(dry).toMatchObject({ state: 'AWAITING_CONFIRMATION', counts: { total: ROWS } })
  const confirmation = {
    mode: 'FILE',
    source_filekey: filekey,
    purpose: 'OTHER',
    ticket_no: 'OPS-1',
    date_from: '2026-10-01',
    date_to: '2026-10-31',
    duplicate_reason: name,
  }
  const { status } = await desk.call('/smac_inquiry', confirmation)
  expect(status).toBe(202)
  const done = await desk.until(filekey, (file) => isFinalState(file.state), 120_000)
  await Promise.all(dying)
  expect(done.state).toBe('COMPLETED_WITH_ERRORS')
  expect(done.counts).toMatchObject({
    total: ROWS,
    processed: ROWS,
    found: (ROWS / 20) * ROWS_OF_TWENTY.known,
  })
  // The heartbeat of a dead worker, a restart, and the work itself: a figure of the report, because machines differ.
  if (deaths.length > 0) longestMs = Math.max(longestMs, Date.now() - lastDeath)
  const result = await desk.download(filekey, 'result')
  console.log(
    `${name}: ${deaths.map((each) => `${each.victim} at ${each.afterMs} ms`).join(', ') || 'no deaths'}`,
  )
  return createHash('sha256').update(result).digest('hex')
}

/** Small repeatable randomness. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
