import { withDemo } from '../database.ts'
import { type Figure, ratioFigure, thousands } from '../figures.ts'
import { type EngineFigures, measureEngine } from './engine-rounds.ts'
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
 * The main job against psql, by the engine and as served. `isLedgerApart`: also served with the ledger in a second server,
 * against one database. Fails if bytes differ, never if slow.
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
      ...apart.figures.flatMap((each, at) => apartDetail(each, served[at])),
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
