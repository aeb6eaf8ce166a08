import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Written } from './answer-chunk.ts'
import { resultHeader } from './result-format.ts'

/** A stored chunk, in the order of its rows. */
export type StoredChunk = Written & { open(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>> }

/** The whole result: header, then every chunk. Throws when a chunk is not the one that was written. */
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
      throw new Error(`chunk ${index + 1} of ${chunks.length} is not the one that was written`)
    }
  }
}
