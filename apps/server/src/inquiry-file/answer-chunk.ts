import type { ClientBase } from 'pg'
import { answerQuery, PLANNER_SETTINGS } from './answer-query.ts'
import { CopyOut } from './copy-out.ts'
import type { RowRange } from './plan-chunks.ts'
import { ResultLines } from './result-lines.ts'
import { readWorkingDays } from './working-days.ts'

export type Written = { bytes: number; sha256: string }

export type AnswerChunk = RowRange & {
  /** In a transaction of the caller's: planner settings are set for it alone. */
  client: ClientBase
  filekey: string
  /** YYYY-MM-DD: ages count to it. */
  asOf: string
  /** For the rows without dates; both or none. */
  dateFrom?: string | null
  dateTo?: string | null
  /**
   * Stores the chunk's lines (no header). A block is good until the next is asked for. What it throws,
   * answerChunk throws.
   */
  write(lines: AsyncIterable<Uint8Array>): Promise<Written>
  signal?: AbortSignal
}

export type AnsweredChunk = Written & { rows: number; found: number; notFound: number }

/**
 * Answers the rows of one chunk: one line each, in the order of the file. The database looks up in the
 * order of the cards; meanwhile lines are made of what it has found, and put in order at the end. When
 * it throws, all rows have been read away, so that the connection can still roll back.
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
