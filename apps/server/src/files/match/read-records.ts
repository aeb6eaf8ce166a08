import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type CsvReader, MAX_FEED_BYTES } from '../csv/csv-reader.ts'

/** Maximum time without yielding to the event loop. */
const SLICE_MS = 8

type ReadRecords = {
  source: AsyncIterable<Uint8Array>
  reader: CsvReader
  onRecord: () => void
  /** Called after each piece with its bytes. */
  onPiece?: (bytes: number) => void
  signal?: AbortSignal | undefined
}

/** Reads the whole source record by record. Throws FileRejected. */
export async function readRecords({ source, reader, onRecord, onPiece, signal }: ReadRecords): Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += MAX_FEED_BYTES) {
      const piece = chunk.subarray(at, at + MAX_FEED_BYTES)
      reader.feed(piece)
      while (reader.next()) onRecord()
      onPiece?.(piece.length)
      if (performance.now() < sliceEnd) continue
      signal?.throwIfAborted()
      await yieldToEventLoop()
      sliceEnd = performance.now() + SLICE_MS
    }
  }
  reader.finish()
  while (reader.next()) onRecord()
}
