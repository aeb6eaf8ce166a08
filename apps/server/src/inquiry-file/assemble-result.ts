import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { WrittenChunk } from './answer-chunk.ts'
import { resultHeader } from './result-columns.ts'

export type StoredChunk = WrittenChunk & {
  open(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>
}

/** Header and chunks. Throws when a chunk differs from what was written. */
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
