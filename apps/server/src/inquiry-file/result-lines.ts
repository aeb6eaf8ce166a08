import { Buffer } from 'node:buffer'
import { setImmediate as turn } from 'node:timers/promises'
import { COMMA, LF } from './bytes.ts'
import { LineWriter } from './line-writer.ts'
import type { RowRange } from './plan-chunks.ts'
import { RESULT_COLUMNS } from './result-format.ts'
import type { WorkingDays } from './working-days.ts'

/** A line never leaves its block. */
const BLOCK_BITS = 18
const BLOCK_BYTES = 1 << BLOCK_BITS
/** Lines are copied in words: the last one of a line reaches beyond it. */
const WORD_BYTES = 8
/** Every byte of text may be doubled by quotes; the rest has a few constants and commas. */
const mostBytes = (row: number) => row * 2 + 200
const INVALID = 0x49
const DUPLICATE = 0x44
const ZERO = 0x30
const FOUND = Buffer.from('FOUND,')
const NOT_FOUND = Buffer.from('NOT_FOUND,')
const OTHERS = new Map([
  [INVALID, Buffer.from('INVALID,')],
  [DUPLICATE, Buffer.from('DUPLICATE,')],
])
const NO_TRANSACTIONS = Buffer.from('no transactions in range')
const NOTHING_ELSE = Buffer.from(
  `${','.repeat(RESULT_COLUMNS.length - RESULT_COLUMNS.indexOf('reason') - 1)}\n`,
)

/** Takes the rows of `answerQuery` in any order and gives the chunk's lines in the order of the file. */
export class ResultLines {
  found = 0
  notFound = 0
  readonly #range: RowRange
  readonly #days: WorkingDays
  readonly #writer = new LineWriter()
  readonly #blocks: DataView[] = []
  /** By row: block number and place in it as one number, and the bytes of the line. */
  readonly #places: Uint32Array
  readonly #lengths: Uint32Array

  constructor(range: RowRange, days: WorkingDays) {
    this.#range = range
    this.#days = days
    const rows = range.toRow - range.fromRow + 1
    this.#places = new Uint32Array(rows)
    this.#lengths = new Uint32Array(rows)
  }

  /** One row in COPY's text format. */
  readonly take = (bytes: Buffer, start: number, end: number): void => {
    const writer = this.#writer
    const most = mostBytes(end - start)
    if (writer.to + most > writer.target.length - WORD_BYTES) {
      if (most > BLOCK_BYTES - WORD_BYTES) throw new Error('a row is too long')
      const block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
      this.#blocks.push(new DataView(block.buffer))
      writer.target = block
      writer.to = 0
    }
    const at = writer.to
    writer.source = bytes
    writer.from = start
    const row = writer.wholeNumber()
    const index = row - this.#range.fromRow
    if (this.#lengths[index] !== 0) throw new Error(`row ${row} is not of the chunk or came twice`)
    writer.from = start
    this.#line()
    this.#places[index] = (this.#blocks.length - 1) * BLOCK_BYTES + at
    this.#lengths[index] = writer.to - at
  }

  #line(): void {
    const writer = this.#writer
    writer.number()
    writer.byte(COMMA)
    writer.text()
    writer.byte(COMMA)
    writer.text()
    writer.byte(COMMA)
    const other = OTHERS.get(writer.next)
    writer.skip()
    const isFound = !writer.isNull
    const transactions = writer.from
    writer.skip()
    if (other) writer.bytes(other)
    else if (isFound) {
      this.found++
      writer.bytes(FOUND)
    } else {
      this.notFound++
      writer.bytes(NOT_FOUND)
    }
    if (isFound) this.#answer(transactions)
    else {
      writer.text()
      writer.bytes(NOTHING_ELSE)
    }
  }

  #answer(transactions: number): void {
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
    writer.moment()
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

  /** Of the oldest that is pending, in working days; nothing when the calendar does not go that far. */
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

  /** A block is good until the next is asked for. */
  async *inOrder(signal?: AbortSignal): AsyncGenerator<Buffer> {
    const block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
    const target = new DataView(block.buffer)
    let to = 0
    for (let index = 0; index < this.#lengths.length; index++) {
      const length = this.#lengths[index] as number
      if (length === 0) throw new Error(`row ${this.#range.fromRow + index} has no line`)
      if (to + length > BLOCK_BYTES - WORD_BYTES) {
        yield block.subarray(0, to)
        // A receiver that does not wait would keep everybody else waiting.
        await turn()
        signal?.throwIfAborted()
        to = 0
      }
      const place = this.#places[index] as number
      const source = this.#blocks[place >>> BLOCK_BITS] as DataView
      const from = place & (BLOCK_BYTES - 1)
      // A third of the time of bytes or of native copies: lines are short.
      for (let at = 0; at < length; at += WORD_BYTES) {
        target.setBigUint64(to + at, source.getBigUint64(from + at))
      }
      to += length
    }
    if (to > 0) yield block.subarray(0, to)
  }

  /** Gives the memory back at once: the collector would wait for several chunks of it. */
  free(): void {
    for (const block of this.#blocks.splice(0)) (block.buffer as ArrayBuffer).transfer(0)
  }
}
