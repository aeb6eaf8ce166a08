import { randomUUID } from 'node:crypto'
import { stagingTable } from '../../apps/server/src/db/staging-table.ts'
import { planChunks } from '../../apps/server/src/files/result/result-chunks.ts'
import { withDemo, withOwner } from '../database.ts'
import { type Figure, median, ratioFigure, thousands, timed } from '../figures.ts'
import { Engine, writeResult } from './engine.ts'
import { filePath, inputFile, sha256Of } from './input-file.ts'
import { Psql } from './psql.ts'
import { measureServed, type ServedFigures } from './served-job.ts'

type Options = {
  cards: number
  transactions: number
  sizes: readonly number[]
  rounds: number
  isLedgerApart: boolean
}

const [SMALL, MIDDLE, LARGE] = [1_000, 100_000, 1_000_000]
const MAX_SERVED_ROUNDS = 3

/**
 * Compares the main job with psql, by the engine and as served. `isLedgerApart`: also serves it with the ledger in a
 * second server, compared with one database. Fails if bytes differ, never if slow.
 */
export function benchMainJob({
  cards,
  transactions,
  sizes,
  rounds,
  isLedgerApart,
}: Options): Promise<Figure[]> {
  return withDemo({ cards, transactions }, async (database) => {
    const psql = new Psql(database.url)
    const engine: EngineFigures[] = []
    for (const rows of sizes)
      engine.push(await measureEngine({ url: database.url, psql, cards, rows, rounds }))
    const servedRounds = Math.min(rounds, MAX_SERVED_ROUNDS)
    const how = { cards, sizes, rounds: servedRounds }
    const { figures: served, others } = await measureServed(database, how)
    const apart = isLedgerApart
      ? await withDemo({ cards, transactions, isLedger: true }, (ledger) =>
          measureServed(database, how, ledger),
        )
      : { figures: [] }
    const peaks = served.flatMap(({ megabytes }) => megabytes ?? [])
    const different =
      engine.reduce((sum, { hashes }) => sum + hashes.size - 1, 0) +
      [...served, ...apart.figures].filter(({ isSameAsPsql }) => !isSameAsPsql).length
    if (different > 0) process.exitCode = 1
    const note = `${sizes.map(thousands).join(', ')} rows`
    return [
      ...engine.map(engineDetail),
      ...served.map(servedDetail),
      ...apart.figures.flatMap((each, index) => apartDetail(each, served[index])),
      ...targetsOf(engine),
      ...(peaks.length > 0 ? [{ row: 'job.memory', value: Math.max(...peaks), note } as const] : []),
      ratioFigure('job.others', { ours: others.busy, bare: others.idle }),
      { row: 'job.different-results', value: different, note },
    ]
  })
}

function targetsOf(engine: readonly EngineFigures[]): Figure[] {
  const ofSize = (wanted: number) => engine.find(({ rows }) => rows === wanted)
  const [small, middle, large] = [ofSize(SMALL), ofSize(MIDDLE), ofSize(LARGE)]
  const figures: Figure[] = []
  if (small) {
    figures.push(
      ratioFigure('job.answer.small', { ours: small.ms('oneWorker'), bare: small.ms('psqlResult') }),
    )
  }
  if (large) {
    const [one, two] = [large.ms('oneWorker'), large.ms('twoWorkers')]
    figures.push(
      ratioFigure('job.answer.large', { ours: one, bare: large.ms('psqlResult') }),
      ratioFigure('job.whole', { ours: large.ms('whole'), bare: large.ms('psqlWhole') }),
      ratioFigure('job.dry-run', { ours: large.ms('validate'), bare: large.ms('psqlCopyIn') }),
      ratioFigure('job.two-workers', { ours: one, bare: two }),
    )
  }
  if (middle && large) {
    const each = (one: EngineFigures) => (one.ms('oneWorker') / one.rows) * 1_000
    const note = `of ${each(middle).toFixed(2)} µs`
    figures.push({ row: 'job.growth', value: each(large) / each(middle), note })
  }
  return figures
}

const milliseconds = (ms: number) => `${thousands(ms)} ms`

function engineDetail({ rows, ms, hashes }: EngineFigures): Figure {
  const ratio = (ours: number, psql: number) => `${(ours / psql).toFixed(2)}× (${milliseconds(ours)})`
  const shown = [
    `confirm → result ${ratio(ms('oneWorker'), ms('psqlResult'))}`,
    `upload → result ${ratio(ms('whole'), ms('psqlWhole'))}`,
    `upload → summary ${ratio(ms('validate'), ms('psqlCopyIn'))}`,
    `two workers ${milliseconds(ms('twoWorkers'))}`,
    hashes.size === 1 ? 'same bytes' : `${hashes.size} different results`,
  ]
  return { what: `engine against psql, ${thousands(rows)} rows`, shown: shown.join(', ') }
}

function servedDetail({ rows, dryRunMs, confirmMs, megabytes, isSameAsPsql }: ServedFigures): Figure {
  const shown = [
    `upload → summary ${milliseconds(dryRunMs)}`,
    `confirm → result ${milliseconds(confirmMs)}`,
    ...(megabytes === null ? [] : [`${Math.round(megabytes)} MB over idle`]),
    isSameAsPsql ? 'same bytes' : 'different bytes',
  ]
  return { what: `as served, ${thousands(rows)} rows`, shown: shown.join(', ') }
}

function apartDetail(apart: ServedFigures, one: ServedFigures | undefined): Figure[] {
  if (!one) return []
  const ratio = (ours: number, other: number) => `${(ours / other).toFixed(2)}× (${milliseconds(ours)})`
  const shown = [
    `upload → summary ${ratio(apart.dryRunMs, one.dryRunMs)}`,
    `confirm → result ${ratio(apart.confirmMs, one.confirmMs)}`,
    apart.isSameAsPsql ? 'same bytes' : 'different bytes',
  ]
  return [
    {
      what: `as served, ledger apart against one database, ${thousands(apart.rows)} rows`,
      shown: shown.join(', '),
    },
  ]
}

/** `whole`: validation and result, by one worker. */
const STEPS = [
  'validate',
  'psqlCopyIn',
  'psqlResult',
  'oneWorker',
  'twoWorkers',
  'psqlWhole',
  'whole',
] as const
type Step = (typeof STEPS)[number]

type EngineFigures = {
  rows: number
  /** Median in milliseconds. */
  ms(step: Step): number
  /** Hashes of all results of this size; a single one if all are right. */
  hashes: ReadonlySet<string>
}

/** Measures the engine and psql in turns on one server, so that noise affects both alike. */
async function measureEngine(input: {
  url: string
  psql: Psql
  cards: number
  rows: number
  rounds: number
}): Promise<EngineFigures> {
  const { url, psql, cards, rows, rounds } = input
  const file = inputFile(rows, cards)
  const filekey = randomUUID()
  const output = filePath('result.csv')
  const [first, second] = [new Engine(url), new Engine(url)]
  const validate = () => first.run({ do: 'validate', filekey, input: file })
  const write = (...engines: [Engine, ...Engine[]]) => writeResult(engines, filekey, planChunks(rows), output)
  const works: Record<Step, () => Promise<unknown>> = {
    validate,
    psqlCopyIn: () => psql.copyIn(file),
    psqlResult: () => psql.result(filekey, rows, output),
    oneWorker: () => write(first),
    twoWorkers: () => write(first, second),
    psqlWhole: () => psql.whole(file, filekey, rows, output),
    whole: async () => {
      await validate()
      await write(first)
    },
  }
  const times = new Map<Step, number[]>(STEPS.map((step) => [step, []]))
  const hashes = new Set<string>()
  // Warm-up of cache and code for both sides.
  for (const warmUp of [works.validate, works.twoWorkers, works.psqlResult]) await warmUp()
  for (let round = 0; round < rounds; round++) {
    console.log(`${rows.toLocaleString('en')} rows, round ${round + 1} of ${rounds}`)
    for (const step of STEPS) {
      times.get(step)?.push(await timed(works[step]))
      hashes.add(await sha256Of(output))
    }
  }
  for (const size of oddSizes(rows)) {
    await writeResult([first, second], filekey, chunksOf(size, rows), output)
    hashes.add(await sha256Of(output))
  }
  for (const engine of [first, second]) engine.stop()
  await withOwner(url, (owner) => owner.query(`DROP TABLE IF EXISTS ${stagingTable(filekey)}`))
  return { rows, hashes, ms: (step) => median(times.get(step) ?? []) }
}

/** Chunk sizes outside of any plan, which must not change the bytes. */
const oddSizes = (rows: number) => (rows > 100_000 ? [99_991] : [Math.ceil(rows / 7) + 1, rows])

const chunksOf = (size: number, rows: number) =>
  Array.from({ length: Math.ceil(rows / size) }, (_, index) => ({
    fromRow: index * size + 1,
    toRow: Math.min(rows, (index + 1) * size),
  }))
