import { api } from '@backoffice/contract/api'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { objectKey } from '../adapters/storage/object-keys.ts'
import { stagingTable } from '../db/staging-table.ts'
import { removeLeftovers } from '../features/retention/remove-old-files.ts'
import { candidates, cardFile } from '../testing/candidates.ts'
import { changeFile, uploadFile } from '../testing/file-actions.ts'
import { sendFixes } from '../testing/fixes.ts'
import { PausedWork } from '../testing/paused-work.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { cleanFile, failAfterRetries } from './clean-up.ts'
import { answerChunk, finishFile, stageFile } from './run-inquiry.ts'
import { dropStaging } from './tracked/drop-staging.ts'
import { listStagingTables } from './tracked/staging-tables.store.ts'
import { validateFile } from './validate-file.ts'

// Jobs run when the test calls them.
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

type File = { filekey: string; state: string; attempt: number; run: string | null; uploader: string }

async function fileOf(filekey: string): Promise<File> {
  const { rows } = await system.pool.query<File>(
    `SELECT source_filekey AS filekey, state, attempt, staged_run AS run, uploaded_by AS uploader
     FROM files WHERE source_filekey = $1`,
    [filekey],
  )
  return rows[0] as File
}

const tablesOf = (filekey: string) => listStagingTables(system.ledger.pool, filekey)
const ACCEPTED = ['AWAITING_CONFIRMATION', 'QUEUED', 'PROCESSING']

async function stagedCards(table: string): Promise<number[]> {
  const { rows } = await system.ledger.pool.query<{ last_four: number }>(
    `SELECT (card_number % 10000)::int AS last_four FROM ${table} WHERE outcome = 'V'`,
  )
  return rows.map(({ last_four }) => last_four)
}

async function countedRows(): Promise<number> {
  const { rows } = await system.pool.query<{ counts: Buffer }>('SELECT counts FROM guess_counts')
  return rows
    .flatMap(({ counts }) => [...new Uint32Array(Uint8Array.from(counts).buffer)])
    .reduce((sum, count) => sum + count, 0)
}

/** A file, its workers, and what must hold between any two commits. */
class Scene {
  readonly workers: PausedWork[] = []
  /** Tables that an operator has lost. */
  readonly lost = new Set<string>()
  #run: string | null = null
  #fixes = 0
  readonly filekey: string
  /** Cards of the accepted run, none of which exists. */
  cards: readonly number[] = []

  constructor(filekey: string) {
    this.filekey = filekey
  }

  start(job: (deps: PausedWork['deps']) => Promise<unknown>) {
    this.workers.push(new PausedWork(system.workerDeps, job))
  }

  /** The table of an open file exists. */
  async check() {
    const { state, run } = await fileOf(this.filekey)
    const named = stagingTable(this.filekey, run)
    const tables = await tablesOf(this.filekey)
    if (run !== null && ACCEPTED.includes(state) && !this.lost.has(named)) expect(tables).toContain(named)
    if (run === this.#run || run === null) return
    this.cards = await stagedCards(named)
    this.#run = run
  }

  /** The card of a rejected row. Saving it checks the file again. */
  fix() {
    const [card = ''] = candidates(String(6_000 + this.#fixes++), 1)
    return sendFixes(system, this.filekey, [{ row: 3, values: { card_number: card } }])
  }
}

/** With the version, without which a file that was checked again is not confirmed. */
async function confirm(source_filekey: string) {
  const { version } = await system.call(api.files.get, { query: { source_filekey } }, 'admin')
  const body = { mode: 'FILE', source_filekey, version, purpose: 'OTHER', ticket_no: 'T-1' } as const
  return system.send(api.inquiries.run, { body: { ...body, duplicate_reason: 'Again' } }, 'agent')
}

const ACTIONS = {
  check: async (scene: Scene, { filekey, attempt }: File) =>
    scene.start((deps) => validateFile(deps, { filekey, attempt })),
  'check of an earlier job': async (scene: Scene, { filekey, attempt }: File) =>
    scene.start((deps) => validateFile(deps, { filekey, attempt: attempt - 1 })),
  drop: async (scene: Scene, { filekey }: File) => scene.start((deps) => dropStaging(deps, { filekey })),
  clean: async (scene: Scene, { filekey, state }: File) => {
    if (state === 'CANCELLED') scene.start((deps) => cleanFile(deps, { filekey }))
  },
  night: () =>
    removeLeftovers(system.workerDeps, new Date(), (error) => {
      throw error
    }),
  fix: (scene: Scene) => scene.fix(),
  confirm: (_: Scene, { filekey }: File) => confirm(filekey),
  fail: async (_: Scene, { filekey, attempt }: File) =>
    failAfterRetries(system.workerDeps, { filekey, attempt }),
  retry: async (_: Scene, { filekey, state }: File) => {
    if (state === 'FAILED') await changeFile(system, 'retry', filekey)
  },
  'stage again': async (scene: Scene, { filekey, attempt }: File) =>
    scene.start((deps) => stageFile(deps, { filekey, attempt })),
  answer: async (scene: Scene, { filekey, attempt }: File) =>
    scene.start((deps) => answerChunk(deps, { filekey, attempt, chunkNo: 1 })),
  /** As after a restore of the ledger to an earlier moment. */
  lose: async (scene: Scene, { filekey, state, run }: File) => {
    if (state !== 'QUEUED' && state !== 'PROCESSING') return
    const named = stagingTable(filekey, run)
    scene.lost.add(named)
    await system.ledger.pool.query(`DROP TABLE IF EXISTS ${named}`)
  },
  cancel: async (_: Scene, { filekey, state }: File) => {
    if ([...ACCEPTED, 'VALIDATING'].includes(state)) await changeFile(system, 'cancel', filekey)
  },
}
type Action = keyof typeof ACTIONS

const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ worker: fc.nat(5), kill: fc.constant(false) }) },
  { weight: 1, arbitrary: fc.record({ worker: fc.nat(5), kill: fc.constant(true) }) },
  { weight: 3, arbitrary: fc.constantFrom<Action>('check', 'drop', 'stage again') },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Action>(
      ...(Object.keys(ACTIONS) as Action[]).filter((action) => action !== 'cancel'),
    ),
  },
)
/** Some files end by a cancel. */
const steps = fc.tuple(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), fc.boolean())

test('drops no table that a file needs, keeps no other, and counts each guess once', async () => {
  let files = 0
  const property = fc.asyncProperty(steps, async ([list, isCancelled]) => {
    const { source_filekey: filekey } = await uploadFile(
      system,
      cardFile([...candidates('5001', 2, 2 * files++), '1']),
      'agent',
    )
    const scene = new Scene(filekey)
    const countedBefore = await countedRows()
    const all = isCancelled ? [...list, 'cancel' as const, ...list.slice(0, 10)] : list
    for (const each of all) {
      if (typeof each === 'string') await ACTIONS[each](scene, await fileOf(filekey))
      else {
        const worker = scene.workers[each.worker % Math.max(1, scene.workers.length)]
        if (each.kill) await worker?.kill()
        else await worker?.step()
      }
      await scene.check()
    }
    for (const worker of scene.workers) await worker.finish()
    await scene.check()
    await settle(scene)
    const guesses = (await fileOf(filekey)).state === 'CANCELLED' ? 0 : scene.cards.length
    expect(await countedRows()).toBe(countedBefore + guesses)
  })
  await fc.assert(property, { numRuns: propertyRuns(40) })
}, 120_000)

/** Runs what the queue still has, and then the file to its end. */
async function settle(scene: Scene) {
  const { filekey } = scene
  const deps = system.workerDeps
  for (let round = 0; ; round++) {
    if (round > 12) throw new Error(`still ${(await fileOf(filekey)).state}`)
    const { state, attempt } = await fileOf(filekey)
    const job = { filekey, attempt }
    if (state === 'UPLOADED' || state === 'VALIDATING') await validateFile(deps, job)
    await dropStaging(deps, { filekey })
    await scene.check()
    const after = await fileOf(filekey)
    const named = stagingTable(filekey, after.run)
    const isOpen = ACCEPTED.includes(after.state) || after.state === 'FAILED'
    const needed = isOpen && !(after.run === null || scene.lost.has(named)) ? [named] : []
    expect([after.state, await tablesOf(filekey)]).toEqual([after.state, needed])
    if (after.state === 'COMPLETED_WITH_ERRORS' || after.state === 'COMPLETED') return
    if (after.state === 'CANCELLED') return
    if (after.state === 'FAILED') await changeFile(system, 'retry', filekey)
    else if (after.state === 'AWAITING_CONFIRMATION') {
      const reply = await confirm(filekey)
      expect([reply, (await fileOf(filekey)).state]).toEqual([reply, 'QUEUED'])
    } else {
      await stageFile(deps, job)
      await answerChunk(deps, { ...job, chunkNo: 1 })
      if ((await fileOf(filekey)).state === 'PROCESSING') await finishFile(deps, { filekey })
    }
  }
}

test('a retry of a file whose rows are all answered reads neither staged rows nor the upload', async () => {
  const deps = system.workerDeps
  const cards = cardFile(candidates('5002', 2))
  const { source_filekey: filekey } = await uploadFile(system, cards, 'agent')
  await validateFile(deps, await fileOf(filekey))
  await confirm(filekey)
  await answerChunk(deps, { ...(await fileOf(filekey)), chunkNo: 1 })
  const { attempt, run } = await fileOf(filekey)
  await failAfterRetries(deps, { filekey, attempt })
  await system.ledger.pool.query(`DROP TABLE ${stagingTable(filekey, run)}`)
  await system.storage.remove(objectKey.source(filekey))
  await changeFile(system, 'retry', filekey)
  await stageFile(deps, await fileOf(filekey))
  expect((await fileOf(filekey)).state).toBe('PROCESSING')
  await finishFile(deps, { filekey })
  expect((await fileOf(filekey)).state).toBe('COMPLETED')
})
