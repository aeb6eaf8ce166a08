import type { Written } from './answer-chunk.ts'

/** A stored chunk, in the order of its rows. */
export type StoredChunk = Written & { open(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>> }

/** The whole result: header, then every chunk. Throws when a chunk is not the one that was written. */
export async function* assembleResult(_chunks: readonly StoredChunk[]): AsyncIterable<Uint8Array> {
  yield new Uint8Array()
  throw new Error('not built yet')
}
