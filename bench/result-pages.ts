import { randomUUID } from 'node:crypto'
import type { RESULT_OUTCOMES, ResultOutcome } from '@backoffice/contract/file-kinds'
import { fileEndpoints } from '@backoffice/contract/files'
import { storageFolder } from '../apps/server/src/adapters/storage/create-storage.ts'
import { LocalStorage } from '../apps/server/src/adapters/storage/local-storage.ts'
import { objectKey } from '../apps/server/src/adapters/storage/object-keys.ts'
import type { ByteRange } from '../apps/server/src/adapters/storage/storage.ts'
import { assembleResult, planChunks } from '../apps/server/src/files/result/result-chunks.ts'
import { ResultIndex } from '../apps/server/src/files/result/result-index.ts'
import { ResultLines, resultHeader } from '../apps/server/src/files/result/result-lines.ts'
import { finishChunk, insertChunks } from '../apps/server/src/files/tracked/chunks.store.ts'
import { readResultRows } from '../apps/server/src/files/tracked/result-page.ts'
import { Driver } from '../drills/driver.ts'
import { AS_OF, type BenchDatabase, withDatabase, withProduct } from './database.ts'
import { type Figure, inTurns, type Medians, ratioDetail, ratioFigure, timed } from './figures.ts'

const ROWS = 1_000_000
const PAGE_ROWS = 25
const CALLS = 40
/** As many rounds as the compiler of the runtime needs. */
const WARM_UP_ROUNDS = 20

/** 80 of 1,000 rows were not found, 40 are invalid and 1 is a duplicate. */
function outcomeOf(row: number): ResultOutcome {
  const place = (row * 619) % 1_000
  return place < 80 ? 'NOT_FOUND' : place < 120 ? 'INVALID' : place === 120 ? 'DUPLICATE' : 'FOUND'
}

type Page = { outcome?: ResultOutcome; page: number }
const PAGES: Readonly<Record<string, Page>> = {
  'the first page': { page: 1 },
  'the middle page': { page: ROWS / PAGE_ROWS / 2 },
  'the last page': { page: ROWS / PAGE_ROWS },
  'a late page of rows not found': { outcome: 'NOT_FOUND', page: 3_000 },
  'a late page of duplicates, each in another place': { outcome: 'DUPLICATE', page: 30 },
}

/** Compares pages of a result with reading the same bytes from the storage, and a served page with its file. */
export function benchResultPages(rounds: number): Promise<Figure[]> {
  return withDatabase(
    'result',
    async () => {},
    async (database) => {
      const { filekey, storage, index } = await storeResult(database)
      const key = objectKey.result(filekey)
      const read = async ({ start, end }: ByteRange) => {
        for await (const part of storage.read(key, { start, end })) part.length
      }
      const figures: Figure[] = []
      let worst: Medians = { ours: 0, bare: 1 }
      for (const [name, page] of Object.entries(PAGES)) {
        const spans = index.spansOf(rowsOf(index, page))
        const medians = await inTurns(
          () =>
            perCall(() =>
              readResultRows(storage, { filekey, index, rows: rowsOf(index, page), isOwn: true }),
            ),
          () => perCall(() => Promise.all(spans.map(read))),
          rounds,
          WARM_UP_ROUNDS,
        )
        figures.push(ratioDetail(`${name}, ${spans.length} reads`, medians))
        if (medians.ours / medians.bare > worst.ours / worst.bare) worst = medians
      }
      return [...figures, ratioFigure('result.page', worst), await measureServed(database, filekey, rounds)]
    },
  )
}

function rowsOf(index: ResultIndex, { outcome, page }: Page): number[] {
  const skip = (page - 1) * PAGE_ROWS
  if (outcome) return index.find(outcome, skip, PAGE_ROWS)
  return Array.from({ length: PAGE_ROWS }, (_, at) => skip + at + 1)
}

/** Compares the middle page with the read of the tracked file, which has the same checks and no rows. */
function measureServed(database: BenchDatabase, filekey: string, rounds: number): Promise<Figure> {
  return withProduct(database, 0, async ({ addresses }) => {
    const driver = await Driver.as('agent', addresses)
    const body = { source_filekey: filekey, page: ROWS / PAGE_ROWS / 2, page_size: PAGE_ROWS }
    const get = `${fileEndpoints.get.path}?source_filekey=${filekey}`
    const medians = await inTurns(
      () => perCall(() => driver.expect(200, fileEndpoints.result.path, body)),
      () => perCall(() => driver.expect(200, get)),
      rounds,
    )
    return ratioDetail('a page of a result as served, against its file', medians)
  })
}

async function perCall(work: () => Promise<unknown>): Promise<number> {
  const total = await timed(async () => {
    for (let call = 0; call < CALLS; call++) await work()
  })
  return total / CALLS
}

/** Writes a result as the jobs do, without looking up cards. */
async function storeResult({ db, dataDir }: BenchDatabase) {
  const filekey = randomUUID()
  const storage = new LocalStorage(storageFolder(dataDir), Buffer.alloc(32))
  const count = (wanted: ResultOutcome) =>
    Array.from({ length: 1_000 }, (_, index) => outcomeOf(index + 1)).filter((each) => each === wanted)
      .length *
    (ROWS / 1_000)
  const now = new Date()
  const agent = db.selectFrom('users').select('id').where('email', '=', 'agent@backoffice.test')
  await db
    .insertInto('files')
    .values({
      ...{ source_filekey: filekey, category: 'SMAC_INQUIRY', file_name: 'pages.csv', size: 1 },
      ...{ state: 'COMPLETED_WITH_ERRORS', uploaded_by: agent, link_expires_at: now, uploaded_at: now },
      ...{ validated_at: now, confirmed_at: now, finished_at: now, total: ROWS, processed: ROWS },
      ...{ found: count('FOUND'), not_found: count('NOT_FOUND') },
      ...{ error: count('INVALID'), duplicate: count('DUPLICATE') },
    })
    .execute()
  const ranges = planChunks(ROWS)
  await db.transaction().execute((tx) => insertChunks(tx, filekey, ranges))
  const chunks = []
  for (const [at, range] of ranges.entries()) {
    const lines = new ResultLines(range, { asOf: undefined, byDay: new Map() })
    for (let row = range.fromRow; row <= range.toRow; row++) {
      const bytes = copiedRow(row)
      lines.take(bytes, 0, bytes.length)
    }
    const key = objectKey.chunk(filekey, at + 1)
    const written = await storage.write(key, lines.inOrder())
    const chunk = { ...range, ...written, index: lines.index(), open: () => storage.read(key) }
    const outcome = { ...chunk, found: 0, notFound: 0 }
    await db.transaction().execute((tx) => finishChunk(tx, filekey, at + 1, outcome, now))
    chunks.push(chunk)
    lines.free()
  }
  await storage.write(objectKey.result(filekey), assembleResult(chunks))
  await storage.remove(objectKey.chunks(filekey))
  const stored = chunks.map(({ index, ...chunk }) => ({ ...chunk, blocks: index.blocks }))
  return { filekey, storage, index: new ResultIndex(stored, Buffer.byteLength(resultHeader)) }
}

const LETTERS = { FOUND: 'V', NOT_FOUND: 'V', INVALID: 'I', DUPLICATE: 'D' } as const satisfies Record<
  (typeof RESULT_OUTCOMES)[number],
  string
>
const NULLS = '\\N\t'.repeat(9).trimEnd()

/** A row as the look-up returns it. */
function copiedRow(row: number): Buffer {
  const outcome = outcomeOf(row)
  const start = `${row}\t${9_990_000_000_000_000 + row}\tREF-${row}\t${LETTERS[outcome]}`
  const reason =
    outcome === 'INVALID' ? 'E003 card_number' : outcome === 'DUPLICATE' ? 'same as row 1' : '\\N'
  return Buffer.from(
    outcome === 'FOUND'
      ? `${start}\t3\t\\N\tACTIVE\tGOLD\t25000\t${AS_OF} 08:00:00+08\t90000\t450\t0\t0\t\\N\n`
      : `${start}\t\\N\t${reason}\t${NULLS}\n`,
  )
}
