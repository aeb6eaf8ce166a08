import { Buffer } from 'node:buffer'
import { setImmediate as nextTick } from 'node:timers/promises'
import { RESULT_OUTCOMES, type ResultOutcome } from '@backoffice/contract/file-kinds'
import { elementAt } from '@backoffice/contract/objects'
import { COMMA, LF, uint32At } from '../csv/bytes.ts'
import { LineWriter } from './line-writer.ts'
import type { RowRange } from './result-chunks.ts'
import { type ChunkIndex, ResultIndexWriter } from './result-index.ts'

export const RESULT_COLUMNS = [
  'row_number',
  'card_number',
  'reference_no',
  'outcome',
  'reason',
  'card_status',
  'tier',
  'points_balance',
  'last_transaction_at',
  'transactions',
  'amount',
  'points_earned',
  'points_redeemed',
  'pending',
  'oldest_pending_working_days',
] as const

export const resultHeader = `${RESULT_COLUMNS.join(',')}\n`

/** Number of working days up to each calendar day, inclusive; keys by `LineWriter.date`. */
export type WorkingDays = { asOf: number | undefined; byDay: ReadonlyMap<number, number> }

/** Size of blocks. Lines never span blocks. */
const BLOCK_BITS = 18
const BLOCK_BYTES = 1 << BLOCK_BITS
/** Lines are copied in words; the last one extends beyond the line. */
const WORD_BYTES = 8
/** Quoting may double every byte of text; constants and commas are bounded. */
const maxLineBytes = (row: number) => row * 2 + 200
const INVALID = 0x49
const DUPLICATE = 0x44
const ZERO = 0x30
/** `position` is in the index. */
const outcomeOf = (name: ResultOutcome) => ({
  position: RESULT_OUTCOMES.indexOf(name),
  cell: Buffer.from(`${name},`),
})
const FOUND = outcomeOf('FOUND')
const NOT_FOUND = outcomeOf('NOT_FOUND')
const OTHER_OUTCOMES = new Map([
  [INVALID, outcomeOf('INVALID')],
  [DUPLICATE, outcomeOf('DUPLICATE')],
])
const NO_TRANSACTIONS = Buffer.from('no transactions in range')
const EMPTY_REST = Buffer.from(
  `${','.repeat(RESULT_COLUMNS.length - RESULT_COLUMNS.indexOf('reason') - 1)}\n`,
)

/** Blocks of earlier chunks. For new ones V8 would collect all garbage several times a chunk. */
const spareBlocks: DataView<ArrayBuffer>[] = []
/** 32 MB: a chunk of ordinary lines. */
const MAX_SPARE_BLOCKS = 128
const NO_BLOCK = Buffer.alloc(0)

/** Accepts the rows of `resultQuery` in any order and yields the chunk's lines in file order. */
export class ResultLines {
  found = 0
  notFound = 0
  readonly #range: RowRange
  readonly #days: WorkingDays
  readonly #writer = new LineWriter()
  readonly #blocks: DataView<ArrayBuffer>[] = []
  /** Block number and offset of each row, packed into one number, and the length of its line. */
  readonly #positions: Uint32Array
  readonly #lengths: Uint32Array
  readonly #index: ResultIndexWriter

  constructor(range: RowRange, days: WorkingDays) {
    this.#range = range
    this.#days = days
    const rows = range.toRow - range.fromRow + 1
    this.#positions = new Uint32Array(rows)
    this.#lengths = new Uint32Array(rows)
    this.#index = new ResultIndexWriter(rows)
  }

  /** Adds one row in COPY's text format. */
  readonly take = (bytes: Buffer, start: number, end: number): void => {
    const writer = this.#writer
    const maxBytes = maxLineBytes(end - start)
    if (writer.to + maxBytes > writer.target.length - WORD_BYTES) {
      if (maxBytes > BLOCK_BYTES - WORD_BYTES) throw new Error('a row is too long')
      const block = spareBlocks.pop() ?? new DataView(Buffer.allocUnsafeSlow(BLOCK_BYTES).buffer)
      this.#blocks.push(block)
      writer.target = Buffer.from(block.buffer)
      writer.to = 0
    }
    const at = writer.to
    writer.source = bytes
    writer.from = start
    const row = writer.wholeNumber()
    const index = row - this.#range.fromRow
    if (this.#lengths[index] !== 0) throw new Error(`row ${row} is not in the chunk or arrived twice`)
    writer.from = start
    this.#line(index)
    this.#positions[index] = (this.#blocks.length - 1) * BLOCK_BYTES + at
    this.#lengths[index] = writer.to - at
  }

  #line(index: number): void {
    const writer = this.#writer
    writer.number()
    writer.byte(COMMA)
    const card = writer.to
    writer.text()
    this.#index.card(index, writer.target, card, writer.to)
    writer.byte(COMMA)
    writer.text()
    writer.byte(COMMA)
    const other = OTHER_OUTCOMES.get(writer.next)
    writer.skip()
    const isFound = !writer.isNull
    const transactions = writer.from
    writer.skip()
    const outcome = other ?? (isFound ? FOUND : NOT_FOUND)
    if (outcome === FOUND) this.found++
    else if (outcome === NOT_FOUND) this.notFound++
    this.#index.outcome(index, outcome.position)
    writer.bytes(outcome.cell)
    if (isFound) this.#outcome(transactions)
    else {
      writer.text()
      writer.bytes(EMPTY_REST)
    }
  }

  #outcome(transactions: number): void {
    const writer = this.#writer
    writer.skip()
    if (writer.source[transactions] === ZERO) writer.bytes(NO_TRANSACTIONS)
    writer.byte(COMMA)
    writer.text()
    writer.byte(COMMA)
    writer.text()
    writer.byte(COMMA)
    writer.hundredths()
    writer.byte(COMMA)
    writer.timestamp()
    writer.byte(COMMA)
    const rest = writer.from
    writer.from = transactions
    writer.number()
    writer.from = rest
    writer.byte(COMMA)
    writer.hundredths()
    writer.byte(COMMA)
    writer.hundredths()
    writer.byte(COMMA)
    writer.hundredths()
    writer.byte(COMMA)
    writer.number()
    writer.byte(COMMA)
    this.#age()
    writer.byte(LF)
  }

  /** Working days since the oldest pending transaction; empty beyond the calendar. */
  #age(): void {
    const writer = this.#writer
    if (writer.isNull) {
      writer.skip()
      return
    }
    const { asOf, byDay } = this.#days
    const until = byDay.get(writer.date())
    if (asOf !== undefined && until !== undefined) writer.bytes(Buffer.from(String(asOf - until)))
  }

  /** A block is reused for the one after the next. */
  async *inOrder(signal?: AbortSignal): AsyncGenerator<Buffer> {
    let [block, next] = [Buffer.allocUnsafeSlow(BLOCK_BYTES), Buffer.allocUnsafeSlow(BLOCK_BYTES)]
    let target = new DataView(block.buffer)
    let to = 0
    let offset = 0
    for (let index = 0; index < this.#lengths.length; index++) {
      const length = uint32At(this.#lengths, index)
      if (length === 0) throw new Error(`row ${this.#range.fromRow + index} has no line`)
      this.#index.line(index, offset)
      offset += length
      if (to + length > BLOCK_BYTES - WORD_BYTES) {
        yield block.subarray(0, to)
        // Yields to the event loop, which a synchronous consumer would block.
        await nextTick()
        signal?.throwIfAborted()
        ;[block, next] = [next, block]
        target = new DataView(block.buffer)
        to = 0
      }
      const position = uint32At(this.#positions, index)
      const source = elementAt(this.#blocks, position >>> BLOCK_BITS)
      const from = position & (BLOCK_BYTES - 1)
      // For short lines this is three times as fast as bytewise or native copies.
      for (let at = 0; at < length; at += WORD_BYTES) {
        target.setBigUint64(to + at, source.getBigUint64(from + at))
      }
      to += length
    }
    if (to > 0) yield block.subarray(0, to)
  }

  /** Index of the lines; complete after `inOrder`. */
  index(): ChunkIndex {
    return this.#index.finish()
  }

  /**
   * Ends the use of the lines. Keeps blocks for other chunks and releases the rest immediately, because the garbage
   * collector would let them accumulate.
   */
  free(): void {
    this.#writer.target = NO_BLOCK
    for (const block of this.#blocks.splice(0)) {
      if (spareBlocks.length < MAX_SPARE_BLOCKS) spareBlocks.push(block)
      else block.buffer.transfer(0)
    }
  }
}
