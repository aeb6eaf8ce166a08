/** Rows fromRow..toRow of the file, inclusive. */
export type RowRange = { fromRow: number; toRow: number }

/**
 * Larger chunks sort by card more efficiently, but a dying worker loses its whole chunk.
 */
const MAX_CHUNK_ROWS = 175_000
/** Below this, one worker finishes before a second has started. */
const MIN_PARALLEL_ROWS = 50_000

/**
 * Divides 1..totalRows into equal chunks, an even number so that two workers finish together. The bytes of the
 * result do not depend on the division.
 */
export function planChunks(totalRows: number): RowRange[] {
  const needed = Math.ceil(totalRows / MAX_CHUNK_ROWS)
  const chunks = totalRows <= MIN_PARALLEL_ROWS ? Math.min(needed, 1) : Math.ceil(needed / 2) * 2
  return Array.from({ length: chunks }, (_, i) => ({
    fromRow: Math.floor((totalRows * i) / chunks) + 1,
    toRow: Math.floor((totalRows * (i + 1)) / chunks),
  }))
}
