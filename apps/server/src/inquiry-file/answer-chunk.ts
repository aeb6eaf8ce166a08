import type { ClientBase } from 'pg'
import { answerQuery, PLANNER_SETTINGS } from './answer-query.ts'
import { CopyOut } from './copy-out.ts'
import { LineTally } from './line-tally.ts'
import type { RowRange } from './plan-chunks.ts'

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
  /** Stores the chunk's lines (no header). What it throws, answerChunk throws. */
  write(lines: AsyncIterable<Uint8Array>): Promise<Written>
  signal?: AbortSignal
}

export type AnsweredChunk = Written & { rows: number; found: number; notFound: number }

/**
 * Answers the rows of one chunk: one line each, in the order of the file. When it throws, the rest of the
 * lines has been read away, so that the connection can still roll back.
 */
export async function answerChunk(input: AnswerChunk): Promise<AnsweredChunk> {
  const { client, write, signal, fromRow, toRow } = input
  await client.query(PLANNER_SETTINGS)
  const copy = client.query(new CopyOut(`COPY (${answerQuery(input)}) TO STDOUT (FORMAT csv)`))
  const tally = new LineTally()
  try {
    const written = await write(counted(copy, tally, signal))
    const rows = copy.rowCount
    if (rows !== toRow - fromRow + 1) throw new Error(`rows ${fromRow} to ${toRow}: ${rows} lines`)
    if (tally.unanswered > rows) throw new Error(`rows ${fromRow} to ${toRow}: a line break inside a cell`)
    return { ...written, rows, found: rows - tally.unanswered, notFound: tally.notFound }
  } catch (error) {
    await copy.discard()
    throw error
  }
}

async function* counted(copy: CopyOut, tally: LineTally, signal: AbortSignal | undefined) {
  for await (const block of copy.blocks()) {
    signal?.throwIfAborted()
    tally.add(block)
    yield block
  }
}
