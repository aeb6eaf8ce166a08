import { randomUUID } from 'node:crypto'
import { planChunks } from '../../apps/server/src/files/result/result-chunks.ts'
import { stagingTable } from '../../apps/server/src/files/staging/staging.ts'
import { withOwner } from '../database.ts'
import { median, timed } from '../measure.ts'
import { Engine, writeResult } from './engine.ts'
import { filePath, inputFile, sha256Of } from './input-file.ts'
import type { Psql } from './psql.ts'

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

export type EngineFigures = {
  rows: number
  /** Median in milliseconds. */
  ms(step: Step): number
  /** Hashes of all results of this size; a single one if all are right. */
  hashes: ReadonlySet<string>
}

/** Measures the engine and psql in turns on one server, so that noise affects both alike. */
export async function measureEngine(input: {
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

/** Chunk sizes outside of any plan: they must not change the bytes. */
const oddSizes = (rows: number) => (rows > 100_000 ? [99_991] : [Math.ceil(rows / 7) + 1, rows])

const chunksOf = (size: number, rows: number) =>
  Array.from({ length: Math.ceil(rows / size) }, (_, index) => ({
    fromRow: index * size + 1,
    toRow: Math.min(rows, (index + 1) * size),
  }))
