/** Rows from..to of the file, both counted. */
export type RowRange = { fromRow: number; toRow: number }

/**
 * Sorting by card pays the more, the more rows are sorted together; a chunk is also what is lost with a
 * worker that dies.
 */
const MOST_ROWS = 175_000
/** Below this one worker is done before a second has begun. */
const WORTH_SHARING = 50_000

/**
 * Divides 1..totalRows into equal chunks, an even number of them so that two workers end together. The
 * result's bytes do not depend on how. No rows, no chunks.
 */
export function planChunks(totalRows: number): RowRange[] {
  const needed = Math.ceil(totalRows / MOST_ROWS)
  const chunks = totalRows <= WORTH_SHARING ? Math.min(needed, 1) : Math.ceil(needed / 2) * 2
  return Array.from({ length: chunks }, (_, i) => ({
    fromRow: Math.floor((totalRows * i) / chunks) + 1,
    toRow: Math.floor((totalRows * (i + 1)) / chunks),
  }))
}
