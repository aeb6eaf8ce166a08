import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { resultHeader } from './result-lines.ts'

/** Rows fromRow..toRow of the file, inclusive. */
export type RowRange = { fromRow: number; toRow: number }

/** Larger chunks share more index pages, but take more memory, and a dying worker loses its whole chunk. */
const MAX_CHUNK_ROWS = 250_000
/** A smaller file is finished by one worker before a second starts. */
const MIN_PARALLEL_ROWS = 50_000

/** Divides rows into an even number of equal chunks, so that two workers finish together. Does not affect the result. */
export function planChunks(totalRows: number): RowRange[] {
  const needed = Math.ceil(totalRows / MAX_CHUNK_ROWS)
  const chunks = totalRows <= MIN_PARALLEL_ROWS ? Math.min(needed, 1) : Math.ceil(needed / 2) * 2
  return Array.from({ length: chunks }, (_, i) => ({
    fromRow: Math.floor((totalRows * i) / chunks) + 1,
    toRow: Math.floor((totalRows * (i + 1)) / chunks),
  }))
}

export type WrittenChunk = { bytes: number; sha256: string }

type StoredChunk = WrittenChunk & {
  open(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>
}

/** Header and chunks. Throws if a chunk differs from the written one. */
export async function* assembleResult(chunks: readonly StoredChunk[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(resultHeader)
  for (const [index, chunk] of chunks.entries()) {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const block of await chunk.open()) {
      hash.update(block)
      bytes += block.length
      yield block
    }
    if (bytes !== chunk.bytes || hash.digest('hex') !== chunk.sha256) {
      throw new Error(`chunk ${index + 1} of ${chunks.length} differs from the written one`)
    }
  }
}
