import { Buffer } from 'node:buffer'
import { APOSTROPHE, byteAt, LF, QUOTE, SPACE } from '../../csv/bytes.ts'
import { unescapeQuotes } from '../../csv/csv-cell.ts'

const ORDINARY = 0
const SPECIAL = 1
const END = 2
const UNDERSCORE = 0x5f
/** First byte of U+FFFE and U+FFFF, which XML forbids. */
const NONCHARACTER = 0xef

/**
 * Reads CSV that the product has written, with lines of any length. Cell k of the record is
 * `buffer[starts[k]..ends[k])`, without its quotes. A line without text is a record with an empty cell.
 */
export class CsvRecords {
  buffer: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  starts = new Uint32Array(64)
  ends = new Uint32Array(64)
  /** 1 for a cell with a byte that XML or the guard against formulas may change. */
  special = new Uint8Array(64)
  cells = 0

  readonly #classes = new Uint8Array(256)
  readonly #delimiter: number
  #at = 0

  constructor(delimiter: number) {
    this.#delimiter = delimiter
    this.#classes.fill(SPECIAL, 0, SPACE)
    for (const byte of [...Buffer.from('&<>'), APOSTROPHE, UNDERSCORE, NONCHARACTER])
      this.#classes[byte] = SPECIAL
    this.#classes[delimiter] = END
    this.#classes[LF] = END
  }

  /** Accepts more bytes after `next` has returned false. The last ones must end a line. */
  feed(bytes: Uint8Array): void {
    const rest = this.buffer.subarray(this.#at)
    // Copied, because cells are unescaped in place.
    this.buffer = Buffer.concat([rest, bytes])
    this.#at = 0
  }

  /** Moves to the next record; false if the input so far has no other complete one. */
  next(): boolean {
    const { buffer } = this
    let at = this.#at
    let hasDoubled = false
    for (this.cells = 0; at < buffer.length; at++) {
      if (this.cells === this.starts.length) this.#grow()
      const cell = this.cells
      let special = 0
      if (buffer[at] === QUOTE) {
        this.starts[cell] = ++at
        for (;;) {
          at = buffer.indexOf(QUOTE, at)
          if (at === -1 || at + 1 === buffer.length) return false
          if (buffer[at + 1] !== QUOTE) break
          hasDoubled = true
          at += 2
        }
        this.ends[cell] = at++
        special = 1
      } else {
        this.starts[cell] = at
        for (; at < buffer.length; at++) {
          const byteClass = this.#classes[byteAt(buffer, at)]
          if (byteClass === ORDINARY) continue
          if (byteClass === END) break
          special = 1
        }
        this.ends[cell] = at
      }
      this.special[cell] = special
      this.cells++
      if (at < buffer.length && buffer[at] === LF) {
        this.#at = at + 1
        if (hasDoubled) this.#unescape()
        return true
      }
      if (buffer[at] !== this.#delimiter) return false
    }
    return false
  }

  text(cell: number): string {
    return this.buffer.toString('utf8', this.starts[cell], this.ends[cell])
  }

  #unescape(): void {
    for (let cell = 0; cell < this.cells; cell++)
      if (this.buffer[(this.starts[cell] ?? 0) - 1] === QUOTE) unescapeQuotes(this.buffer, cell, this)
  }

  #grow(): void {
    const twice = <A extends Uint8Array | Uint32Array>(from: A, to: A) => {
      to.set(from)
      return to
    }
    const length = this.starts.length * 2
    this.starts = twice(this.starts, new Uint32Array(length))
    this.ends = twice(this.ends, new Uint32Array(length))
    this.special = twice(this.special, new Uint8Array(length))
  }
}
