import { Buffer } from 'node:buffer'
import { RESULT_OUTCOMES, type ResultOutcome } from '@backoffice/contract/file-kinds'
import { elementAt } from '@backoffice/contract/objects'
import { byteAt, DASH, QUOTE, SPACE, uint32At } from '../csv/bytes.ts'

/**
 * Index of a chunk, in little-endian numbers. `blocks` has three words per 32 rows: offset of the first line in the
 * chunk, and two bit planes with the outcomes of the rows, as positions in RESULT_OUTCOMES. `lastFours` has the last
 * four digits of each row's card. A million rows take 0.4 MB and 2 MB.
 */
export type ChunkIndex = { blocks: Buffer; lastFours: Buffer }

const BLOCK_BITS = 5
const BLOCK_ROWS = 1 << BLOCK_BITS
const BLOCK_WORDS = 3
const ROW_MASK = BLOCK_ROWS - 1
const NO_DIGITS = 0xffff
const ZERO = 0x30
/** Start of characters that are not ASCII, of which only spaces stand in a valid card. */
const NOT_ASCII = 0x80
/** Number of possible last four digits. */
export const LAST_FOURS = 10_000

/** Collects the index of a chunk; `index` counts its rows from 0. */
export class ResultIndexWriter {
  readonly #blocks: Uint32Array<ArrayBuffer>
  readonly #lastFours: Uint16Array<ArrayBuffer>

  constructor(rows: number) {
    this.#blocks = new Uint32Array(((rows + ROW_MASK) >>> BLOCK_BITS) * BLOCK_WORDS)
    this.#lastFours = new Uint16Array(rows)
  }

  /** `outcome` is a position in RESULT_OUTCOMES. */
  outcome(index: number, outcome: number): void {
    const at = (index >>> BLOCK_BITS) * BLOCK_WORDS
    const bit = 1 << (index & ROW_MASK)
    if (outcome & 1) this.#blocks[at + 1] = uint32At(this.#blocks, at + 1) | bit
    if (outcome & 2) this.#blocks[at + 2] = uint32At(this.#blocks, at + 2) | bit
  }

  /** `bytes[start..end)` is the cell of the card as written. */
  card(index: number, bytes: Uint8Array, start: number, end: number): void {
    this.#lastFours[index] = lastFour(bytes, start, end)
  }

  line(index: number, offset: number): void {
    if ((index & ROW_MASK) === 0) this.#blocks[(index >>> BLOCK_BITS) * BLOCK_WORDS] = offset
  }

  finish(): ChunkIndex {
    return { blocks: Buffer.from(this.#blocks.buffer), lastFours: Buffer.from(this.#lastFours.buffer) }
  }
}

/** The last four digits, between which and after which a cell may have spaces of any kind, dashes and quotes. */
function lastFour(bytes: Uint8Array, start: number, end: number): number {
  let value = 0
  let factor = 1
  for (let at = end - 1; at >= start; at--) {
    const byte = byteAt(bytes, at)
    if (byte >= ZERO && byte <= 0x39) {
      value += (byte - ZERO) * factor
      if (factor === 1000) return value
      factor *= 10
    } else if (byte < NOT_ASCII && byte !== SPACE && byte !== DASH && byte !== QUOTE) break
  }
  return NO_DIGITS
}

type StoredChunk = { fromRow: number; toRow: number; bytes: number; blocks: Uint8Array }
type Chunk = {
  fromRow: number
  rows: number
  start: number
  bytes: number
  blocks: Uint32Array
  /** Rows by outcome. */
  counts: readonly number[]
}

/** Lines `fromRow` and following at `bytes[start..end]` of the result. */
export type LineSpan = { fromRow: number; start: number; end: number }

/** A read costs more than this number of further bytes. */
const MERGED_GAP_BYTES = 16 * 1024

/** Finds rows of a result by outcome, and their bytes. */
export class ResultIndex {
  readonly #chunks: Chunk[] = []
  /** Rows of the file. */
  readonly rows: number

  /** `chunks` are all chunks in row order. `headerBytes` is the size of the result's header. */
  constructor(chunks: readonly StoredChunk[], headerBytes: number) {
    let start = headerBytes
    for (const { fromRow, toRow, bytes, blocks } of chunks) {
      const rows = toRow - fromRow + 1
      const words = new Uint32Array(aligned(blocks))
      const counts = RESULT_OUTCOMES.map((_, outcome) => countOf(words, rows, outcome))
      this.#chunks.push({ fromRow, rows, start, bytes, blocks: words, counts })
      start += bytes
    }
    this.rows = chunks.at(-1)?.toRow ?? 0
  }

  /** Numbers of the rows with the outcome, in order. Skips whole chunks, then counts the bits of blocks. */
  find(outcome: ResultOutcome, skip: number, limit: number): number[] {
    const found: number[] = []
    const position = RESULT_OUTCOMES.indexOf(outcome)
    let left = skip
    for (const { fromRow, rows, blocks, counts } of this.#chunks) {
      if (elementAt(counts, position) <= left) {
        left -= elementAt(counts, position)
        continue
      }
      for (let block = 0; block << BLOCK_BITS < rows; block++) {
        let bits = matches(blocks, block, rows, position)
        const count = bitCount(bits)
        if (count <= left) {
          left -= count
          continue
        }
        for (; bits !== 0; bits &= bits - 1) {
          if (left > 0) left--
          else found.push(fromRow + (block << BLOCK_BITS) + 31 - Math.clz32(bits & -bits))
          if (found.length === limit) return found
        }
      }
    }
    return found
  }

  outcomeOf(row: number): ResultOutcome {
    const { fromRow, blocks } = this.#chunkOf(row)
    const index = row - fromRow
    const at = (index >>> BLOCK_BITS) * BLOCK_WORDS
    const bit = index & ROW_MASK
    const low = (uint32At(blocks, at + 1) >>> bit) & 1
    const high = (uint32At(blocks, at + 2) >>> bit) & 1
    return elementAt(RESULT_OUTCOMES, high * 2 + low)
  }

  /** Bytes that contain the lines of the rows, which are in order. Blocks close to each other are one span. */
  spansOf(rows: readonly number[]): LineSpan[] {
    const spans: LineSpan[] = []
    for (const row of rows) {
      const span = this.#blockOf(row)
      const last = spans.at(-1)
      if (last && span.start - last.end <= MERGED_GAP_BYTES) last.end = Math.max(last.end, span.end)
      else spans.push(span)
    }
    return spans
  }

  #blockOf(row: number): LineSpan {
    const { fromRow, start, bytes, blocks } = this.#chunkOf(row)
    const block = (row - fromRow) >>> BLOCK_BITS
    const next = blocks[(block + 1) * BLOCK_WORDS] ?? bytes
    return {
      fromRow: fromRow + (block << BLOCK_BITS),
      start: start + uint32At(blocks, block * BLOCK_WORDS),
      end: start + next - 1,
    }
  }

  #chunkOf(row: number): Chunk {
    const chunk = this.#chunks.find(({ fromRow, rows }) => row >= fromRow && row < fromRow + rows)
    if (!chunk) throw new RangeError(`There is no row ${row}`)
    return chunk
  }
}

/** Bits of the block's rows that have the outcome. */
function matches(blocks: Uint32Array, block: number, rows: number, outcome: number): number {
  const low = uint32At(blocks, block * BLOCK_WORDS + 1)
  const high = uint32At(blocks, block * BLOCK_WORDS + 2)
  const bits = (outcome & 1 ? low : ~low) & (outcome & 2 ? high : ~high)
  const rest = rows - (block << BLOCK_BITS)
  return rest < BLOCK_ROWS ? bits & ((1 << rest) - 1) : bits
}

function countOf(blocks: Uint32Array, rows: number, outcome: number): number {
  let count = 0
  for (let block = 0; block << BLOCK_BITS < rows; block++)
    count += bitCount(matches(blocks, block, rows, outcome))
  return count
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555)
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333)
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

type LastFours = { fromRow: number; lastFours: Uint8Array }

/** Numbers of the rows whose card ends with the digits, in order. */
export function rowsWithLastFour(chunks: readonly LastFours[], digits: number): number[] {
  const found: number[] = []
  for (const { fromRow, lastFours } of chunks) {
    const values = new Uint16Array(aligned(lastFours))
    for (let index = values.indexOf(digits); index !== -1; index = values.indexOf(digits, index + 1))
      found.push(fromRow + index)
  }
  return found
}

type CountedChunk = { rows: number; blocks: Uint8Array; lastFours: Uint8Array }

/** Looked-up rows by last four digits, and those of them not found. */
export function countLastFours(chunks: readonly CountedChunk[]) {
  const notFound = new Uint32Array(LAST_FOURS)
  const lookedUp = new Uint32Array(LAST_FOURS)
  for (const { rows, blocks, lastFours } of chunks) {
    const words = new Uint32Array(aligned(blocks))
    const values = new Uint16Array(aligned(lastFours))
    const count = (outcome: ResultOutcome, counts: Uint32Array) => {
      const position = RESULT_OUTCOMES.indexOf(outcome)
      for (let block = 0; block << BLOCK_BITS < rows; block++) {
        for (let bits = matches(words, block, rows, position); bits !== 0; bits &= bits - 1) {
          const lastFour = elementAt(values, (block << BLOCK_BITS) + 31 - Math.clz32(bits & -bits))
          if (lastFour !== NO_DIGITS) counts[lastFour] = uint32At(counts, lastFour) + 1
        }
      }
    }
    count('NOT_FOUND', notFound)
    count('NOT_FOUND', lookedUp)
    count('FOUND', lookedUp)
  }
  return { notFound, lookedUp }
}

/** Copies bytes, because those of the driver may start anywhere in its memory. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
