import type { ClientBase } from 'pg'
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

/** Answers the rows of one chunk: one line each, in the order of the file. */
export async function answerChunk(_input: AnswerChunk): Promise<AnsweredChunk> {
  throw new Error('not built yet')
}
