import { Buffer } from 'node:buffer'
import { byteAt, COMMA, LF } from '../../csv/bytes.ts'

const BLOCK_BYTES = 64 * 1024
/** A block is full while its next row probably still fits. */
const FULL_BYTES = 60 * 1024

export function copyBytes(
  source: Uint8Array,
  from: number,
  to: number,
  target: Uint8Array,
  start: number,
): void {
  // Most cells are too short for the call of a copy.
  if (to - from > 48) target.set(source.subarray(from, to), start)
  else for (let i = 0; i < to - from; i++) target[start + i] = byteAt(source, from + i)
}

/** Lines of a CSV, taken in blocks of at most 64 KB. */
export class CsvBlocks {
  /** Bytes of all blocks taken and of the current one. */
  total = 0
  #bytes = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  #length = 0
  /** Line and column of the last cell; columns start with 0. */
  #line = 1
  #column = 0

  get isFull(): boolean {
    return this.#length >= FULL_BYTES
  }

  /** Moves to a cell after the last one. Cells and lines between them are empty. */
  moveTo(line: number, column: number): void {
    if (line > this.#line) {
      this.#fill(LF, line - this.#line)
      this.#line = line
      this.#column = 0
    }
    if (column > this.#column) this.#fill(COMMA, column - this.#column)
    this.#column = column
  }

  write(source: Uint8Array, from: number, to: number): void {
    this.#makeRoom(to - from)
    copyBytes(source, from, to, this.#bytes, this.#length)
    this.#length += to - from
    this.total += to - from
  }

  writeText(ascii: string): void {
    this.#makeRoom(ascii.length)
    this.#length += this.#bytes.write(ascii, this.#length, 'latin1')
    this.total += ascii.length
  }

  /** Ends the last line. */
  finish(): void {
    if (this.total > 0) this.#fill(LF, 1)
  }

  /** Takes what has been written. */
  *take(): Generator<Uint8Array> {
    const bytes = this.#bytes
    const length = this.#length
    this.#length = 0
    this.#bytes = Buffer.allocUnsafeSlow(BLOCK_BYTES)
    for (let at = 0; at < length; at += BLOCK_BYTES)
      yield bytes.subarray(at, Math.min(at + BLOCK_BYTES, length))
  }

  #fill(byte: number, count: number): void {
    this.#makeRoom(count)
    if (count === 1) this.#bytes[this.#length] = byte
    else this.#bytes.fill(byte, this.#length, this.#length + count)
    this.#length += count
    this.total += count
  }

  #makeRoom(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(needed * 2)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
