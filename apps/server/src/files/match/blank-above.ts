import { LF } from '../csv/ascii.ts'
import { readSeparatorLine } from '../csv/csv-detection.ts'

const MARK = [0xef, 0xbb, 0xbf]
const BLANK = Buffer.from('\n')

/**
 * The source with blank lines in place of those above the header, so that lines keep their numbers and readers start at
 * the header. A line `sep=;` stays.
 */
export async function* blankAbove(
  source: AsyncIterable<Uint8Array>,
  headerLine: number,
): AsyncGenerator<Uint8Array> {
  let line = 1
  let first: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    if (line >= headerLine) {
      yield chunk
      continue
    }
    let at = 0
    while (line < headerLine) {
      const end = chunk.indexOf(LF, at)
      if (line === 1) first = Buffer.concat([first, chunk.subarray(at, end === -1 ? chunk.length : end + 1)])
      if (end === -1) break
      yield line === 1 ? firstLine(first) : BLANK
      at = end + 1
      line++
    }
    if (line >= headerLine && at < chunk.length) yield chunk.subarray(at)
  }
}

function firstLine(bytes: Buffer): Buffer {
  const text = withoutMark(bytes)
  return readSeparatorLine(text) ? text : BLANK
}

/** The bytes without a byte order mark. */
export function withoutMark(bytes: Buffer): Buffer {
  return MARK.every((byte, at) => bytes[at] === byte) ? bytes.subarray(MARK.length) : bytes
}
