import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { planChunks } from '../../apps/server/src/inquiry-file/plan-chunks.ts'
import { stagingTable } from '../../apps/server/src/inquiry-file/staging-table.ts'
import { answerWith, EngineProcess } from './engine.ts'
import { benchFolder, inputFile } from './input-file.ts'
import { median, sha256Of, timed } from './measure.ts'
import type { Psql } from './psql.ts'

/** Medians in milliseconds. */
export type Figures = {
  rows: number
  validate: number
  psqlAnswer: number
  oneWorker: number
  twoWorkers: number
  psqlWhole: number
  psqlCopyIn: number
  whole: number
  /** Hashes of all results of this size; equal if all are right. */
  hashes: Set<string>
}

/** Ours and psql's take turns on the same server, so that both meet the same noise. */
export async function measureSize(input: {
  url: string
  psql: Psql
  cards: number
  rows: number
  rounds: number
}): Promise<Figures> {
  const { url, psql, cards, rows, rounds } = input
  const file = inputFile(rows, cards)
  const filekey = randomUUID()
  const output = join(benchFolder(), 'result.csv')
  const workers = [await EngineProcess.start(url), await EngineProcess.start(url)] as const
  const chunks = planChunks(rows)
  const times: Record<Exclude<keyof Figures, 'rows' | 'hashes'>, number[]> = {
    validate: [],
    psqlAnswer: [],
    oneWorker: [],
    twoWorkers: [],
    psqlWhole: [],
    psqlCopyIn: [],
    whole: [],
  }
  const hashes = new Set<string>()
  const note = async (list: number[], work: () => Promise<unknown>, hasResult = true) => {
    list.push(await timed(work))
    if (hasResult) hashes.add(await sha256Of(output))
  }
  const validate = () => workers[0].tell({ do: 'validate', filekey, input: file })
  const answer = (count: 1 | 2) => answerWith(workers.slice(0, count), filekey, chunks, output)
  // Neither side pays for a cold cache or cold code.
  await validate()
  await answer(2)
  await psql.answer(filekey, rows, output)
  for (let round = 0; round < rounds; round++) {
    process.stdout.write(`${rows.toLocaleString('en')} rows, round ${round + 1} of ${rounds}\n`)
    await note(times.validate, validate, false)
    await note(times.psqlCopyIn, () => psql.copyIn(file), false)
    await note(times.psqlAnswer, () => psql.answer(filekey, rows, output))
    await note(times.oneWorker, () => answer(1))
    await note(times.twoWorkers, () => answer(2))
    await note(times.psqlWhole, () => psql.whole(file, filekey, rows, output))
    await note(times.whole, async () => {
      await validate()
      await answer(1)
    })
  }
  for (const size of oddSizes(rows)) {
    const cut = Array.from({ length: Math.ceil(rows / size) }, (_, i) => ({
      fromRow: i * size + 1,
      toRow: Math.min(rows, (i + 1) * size),
    }))
    await answerWith(workers, filekey, cut, output)
    hashes.add(await sha256Of(output))
  }
  for (const worker of workers) worker.stop()
  await dropStaging(url, filekey)
  const medians = Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))
  return { rows, hashes, ...(medians as Record<keyof typeof times, number>) }
}

/** Chunk sizes that no plan would choose: the bytes must not care. */
function oddSizes(rows: number): number[] {
  return rows > 100_000 ? [99_991] : [Math.ceil(rows / 7) + 1, rows]
}

/** Bytes over idle of a process that reads and answers a whole file. */
export async function memoryUsed(url: string, cards: number, rows: number): Promise<number> {
  const worker = await EngineProcess.start(url)
  const filekey = randomUUID()
  const { rssPeak: idle = 0 } = await worker.tell({ do: 'memory' })
  await worker.tell({ do: 'validate', filekey, input: inputFile(rows, cards) })
  await answerWith([worker], filekey, planChunks(rows), join(benchFolder(), 'result.csv'))
  const { rssPeak: peak = 0 } = await worker.tell({ do: 'memory' })
  worker.stop()
  await dropStaging(url, filekey)
  return peak - idle
}

async function dropStaging(url: string, filekey: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`DROP TABLE IF EXISTS ${stagingTable(filekey)}`)
  await client.end()
}
