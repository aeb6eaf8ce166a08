import type { Reader, Tx } from '../../db/client.ts'
import type { RowRange } from '../result/result-chunks.ts'
import type { ChunkIndex } from '../result/result-index.ts'

/** Without the index, which is large. */
const COLUMNS = ['chunk_no', 'from_row', 'to_row', 'bytes', 'sha256', 'done_at'] as const

export async function insertChunks(tx: Tx, filekey: string, chunks: readonly RowRange[]): Promise<void> {
  if (chunks.length === 0) return
  const rows = chunks.map(({ fromRow, toRow }, index) => ({
    source_filekey: filekey,
    chunk_no: index + 1,
    from_row: fromRow,
    to_row: toRow,
  }))
  await tx.insertInto('inquiry_chunks').values(rows).execute()
}

export async function findChunk(db: Reader, filekey: string, chunkNo: number) {
  return db
    .selectFrom('inquiry_chunks')
    .select(COLUMNS)
    .where('source_filekey', '=', filekey)
    .where('chunk_no', '=', chunkNo)
    .executeTakeFirst()
}

/** In row order. */
export async function listChunks(db: Reader, filekey: string) {
  return db
    .selectFrom('inquiry_chunks')
    .select(COLUMNS)
    .where('source_filekey', '=', filekey)
    .orderBy('chunk_no')
    .execute()
}

/** Chunks with their index of blocks, in row order. */
export async function listIndexedChunks(db: Reader, filekey: string) {
  return db
    .selectFrom('inquiry_chunks')
    .select(['from_row', 'to_row', 'bytes', 'blocks'])
    .where('source_filekey', '=', filekey)
    .orderBy('chunk_no')
    .execute()
}

/** Last four digits of every row, by chunk in row order. */
export async function listLastFours(db: Reader, filekey: string) {
  return db
    .selectFrom('inquiry_chunks')
    .select(['from_row', 'last_fours'])
    .where('source_filekey', '=', filekey)
    .orderBy('chunk_no')
    .execute()
}

/** Rows with their outcomes and last four digits, by chunk. */
export async function listOutcomes(db: Reader, filekey: string) {
  const chunks = await db
    .selectFrom('inquiry_chunks')
    .select(['from_row', 'to_row', 'blocks', 'last_fours'])
    .where('source_filekey', '=', filekey)
    .execute()
  return chunks.flatMap(({ from_row, to_row, blocks, last_fours }) =>
    blocks && last_fours ? [{ rows: to_row - from_row + 1, blocks, lastFours: last_fours }] : [],
  )
}

export async function listUnfinishedChunks(db: Reader, filekey: string): Promise<number[]> {
  const rows = await db
    .selectFrom('inquiry_chunks')
    .select('chunk_no')
    .where('source_filekey', '=', filekey)
    .where('done_at', 'is', null)
    .orderBy('chunk_no')
    .execute()
  return rows.map((row) => row.chunk_no)
}

type ChunkOutcome = { bytes: number; sha256: string; found: number; notFound: number; index: ChunkIndex }

/** False if another worker has already finished the chunk. */
export async function finishChunk(
  tx: Tx,
  filekey: string,
  chunkNo: number,
  outcome: ChunkOutcome,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('inquiry_chunks')
    .set({
      done_at: at,
      bytes: outcome.bytes,
      sha256: outcome.sha256,
      found: outcome.found,
      not_found: outcome.notFound,
      blocks: outcome.index.blocks,
      last_fours: outcome.index.lastFours,
    })
    .where('source_filekey', '=', filekey)
    .where('chunk_no', '=', chunkNo)
    .where('done_at', 'is', null)
    .returning('chunk_no')
    .executeTakeFirst()
  return row !== undefined
}
