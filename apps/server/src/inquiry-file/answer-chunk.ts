import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { answerQuery, PLANNER_SETTINGS } from './answer-query.ts'
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
  const copy = client.query(copyTo(`COPY (${answerQuery(input)}) TO STDOUT (FORMAT csv)`))
  const tally = new LineTally()
  const written = await write(counted(copy, tally, signal)).catch(async (error: unknown) => {
    copy.resume()
    await finished(copy).catch(() => {})
    throw error
  })
  // The number of rows comes behind the last of them; any answer on the connection comes after it.
  await client.query('SELECT')
  const rows = copy.rowCount
  if (rows !== toRow - fromRow + 1) throw new Error(`rows ${fromRow} to ${toRow}: ${rows} lines`)
  return { ...written, rows, found: rows - tally.unanswered, notFound: tally.notFound }
}

async function* counted(copy: Readable, tally: LineTally, signal: AbortSignal | undefined) {
  for await (const block of copy.iterator({ destroyOnReturn: false })) {
    signal?.throwIfAborted()
    tally.add(block)
    yield block as Buffer
  }
}
