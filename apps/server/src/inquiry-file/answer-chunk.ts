import type { ClientBase } from 'pg'
import { answerQuery, PLANNER_SETTINGS } from './answer-query.ts'
import { CopyOut } from './copy-out.ts'
import type { RowRange } from './plan-chunks.ts'
import { ResultLines } from './result-lines.ts'
import { readWorkingDays } from './working-days.ts'

export type WrittenChunk = { bytes: number; sha256: string }

export type AnswerChunk = RowRange & {
  /** Inside a transaction of the caller: planner settings apply to it only. */
  client: ClientBase
  filekey: string
  /** YYYY-MM-DD; ages are computed relative to it. */
  asOf: string
  /** For rows without dates; both or none. */
  dateFrom?: string | null
  dateTo?: string | null
  /**
   * Stores the chunk's lines without the header. Each block is reused after the next is requested. Its errors
   * are rethrown.
   */
  write(lines: AsyncIterable<Uint8Array>): Promise<WrittenChunk>
  signal?: AbortSignal
}

export type AnsweredChunk = WrittenChunk & { rows: number; found: number; notFound: number }

/**
 * Writes one line per row of the chunk, in file order. The database looks cards up in card order; the lines are
 * formatted as rows arrive and sorted at the end. When it throws, the COPY has been drained, so that the
 * connection can still roll back.
 */
export async function answerChunk(input: AnswerChunk): Promise<AnsweredChunk> {
  const { client, write, signal, fromRow, toRow } = input
  await client.query(PLANNER_SETTINGS)
  const lines = new ResultLines({ fromRow, toRow }, await readWorkingDays(client, input.asOf))
  try {
    const copy = client.query(new CopyOut(`COPY (${answerQuery(input)}) TO STDOUT`, lines.take, signal))
    await copy.ended
    const rows = copy.rowCount
    if (rows !== toRow - fromRow + 1) throw new Error(`rows ${fromRow} to ${toRow}: ${rows} lines`)
    const written = await write(lines.inOrder(signal))
    return { ...written, rows, found: lines.found, notFound: lines.notFound }
  } finally {
    lines.free()
  }
}
