import { Buffer, isUtf8 } from 'node:buffer'
import {
  APOSTROPHE,
  byteAt,
  COLON,
  EQUALS,
  EXCLAMATION,
  GREATER,
  LESS,
  QUESTION,
  QUOTE,
  SLASH,
  SPACE,
  uint32At,
} from '../../csv/bytes.ts'
import { damagedWorkbook, declaredEntities, nestedTooDeeply, notUtf8Part } from './workbook-rejections.ts'
import { checkEncoding, endOfCharacters, hasBytes, isSpace, longName, startOfText } from './xml-names.ts'

export const NEED_MORE = 0
export const OPEN = 1
/** An element without content, such as `<c r="A1"/>`, which no CLOSE follows. */
export const EMPTY = 2
export const CLOSE = 3
export const TEXT = 4
const SKIPPED = 5

/** Excel's longest cell, 32,767 characters, has up to 230 KB with escapes. */
const MAX_TOKEN_BYTES = 256 * 1024
const MAX_DEPTH = 128
const MAX_ATTRIBUTES = 32

/** 1 for bytes that end a name. */
const ENDS_NAME = new Uint8Array(256)
for (const byte of [0x09, 0x0a, 0x0d, 0x20, QUOTE, APOSTROPHE, SLASH, LESS, EQUALS, GREATER])
  ENDS_NAME[byte] = 1

/**
 * Cursor over the tokens of an XML part in UTF-8, without a string per token. Knows elements, attributes, text, CDATA,
 * comments and processing instructions; rejects document types. On a million rows of four cells, saxes takes 2.3 s for
 * the tokens alone, and this 0.7 s, half of it for unpacking. Prefixes of elements are dropped, those of attributes
 * belong to the name.
 */
export class XmlScanner {
  buffer: Buffer = Buffer.allocUnsafeSlow(128 * 1024)
  /** Packed name of the element. */
  name = 0
  /** Number of open elements, including that of OPEN and without that of CLOSE and EMPTY. */
  depth = 0
  /** Text is `buffer[from..to)`, with its entities unless `isCdata`. */
  from = 0
  to = 0
  isCdata = false
  attributes = 0
  readonly attributeNames = new Int32Array(MAX_ATTRIBUTES)
  readonly attributeStarts = new Uint32Array(MAX_ATTRIBUTES)
  readonly attributeEnds = new Uint32Array(MAX_ATTRIBUTES)

  readonly #open = new Int32Array(MAX_DEPTH)
  #at = 0
  #filled = 0
  /** Bytes before this offset are valid UTF-8. */
  #validated = 0
  #hasStarted = false
  #hasRoot = false

  feed(bytes: Uint8Array): void {
    const rest = this.#filled - this.#at
    const needed = rest + bytes.length
    if (needed > this.buffer.length) {
      const larger = Buffer.allocUnsafeSlow(needed * 2)
      this.buffer.copy(larger, 0, this.#at, this.#filled)
      this.buffer = larger
    } else if (this.#at > 0) this.buffer.copyWithin(0, this.#at, this.#filled)
    this.buffer.set(bytes, rest)
    this.#validated -= this.#at
    this.#at = 0
    this.#filled = needed
    if (!this.#hasStarted) {
      if (needed < 4) return
      this.#start()
    }
    this.#checkUtf8(endOfCharacters(this.buffer, needed))
  }

  /** Checks that the part is complete. */
  finish(): void {
    this.#checkUtf8(this.#filled)
    for (let at = this.#at; at < this.#filled; at++) if (!isSpace(this.buffer[at])) throw damagedWorkbook()
    if (this.depth > 0 || !this.#hasRoot) throw damagedWorkbook()
  }

  /** Moves to the next token; NEED_MORE if the input so far has no other complete one. */
  next(): number {
    if (!this.#hasStarted) return NEED_MORE
    for (;;) {
      const token = this.#read()
      if (token !== SKIPPED) {
        if (token === NEED_MORE && this.#filled - this.#at > MAX_TOKEN_BYTES)
          throw damagedWorkbook('has a part that is longer than any spreadsheet writes')
        return token
      }
    }
  }

  /**
   * Takes the whole content of the element just opened, and its end, if the bytes are `start`, text, `end` and
   * complete. A short way for the usual cell. Otherwise nothing moves and `next` reads the same tokens.
   */
  takeContent(start: Uint8Array, end: Uint8Array): boolean {
    const { buffer } = this
    const filled = this.#filled
    const from = this.#at + start.length
    if (from >= filled || !hasBytes(buffer, this.#at, start)) return false
    let to = from
    while (to < filled && buffer[to] !== LESS) to++
    if (to + end.length > filled || !hasBytes(buffer, to, end)) return false
    this.from = from
    this.to = to
    this.isCdata = false
    this.depth--
    this.#at = to + end.length
    return true
  }

  /** Index of an attribute, or −1. */
  attribute(name: number): number {
    for (let i = 0; i < this.attributes; i++) if (this.attributeNames[i] === name) return i
    return -1
  }

  attributeText(index: number): string {
    return this.buffer.toString(
      'utf8',
      uint32At(this.attributeStarts, index),
      uint32At(this.attributeEnds, index),
    )
  }

  #start(): void {
    this.#hasStarted = true
    this.#at = startOfText(this.buffer)
    this.#validated = this.#at
  }

  #checkUtf8(to: number): void {
    if (to <= this.#validated) return
    if (!isUtf8(this.buffer.subarray(this.#validated, to))) throw notUtf8Part()
    this.#validated = to
  }

  #read(): number {
    const { buffer } = this
    const filled = this.#filled
    const start = this.#at
    if (start === filled) return NEED_MORE
    if (buffer[start] !== LESS) {
      let at = start + 1
      while (at < filled && buffer[at] !== LESS) at++
      if (at === filled) return NEED_MORE
      return this.#text(start, at, at, false)
    }
    if (start + 1 === filled) return NEED_MORE
    const next = byteAt(buffer, start + 1)
    if (next === SLASH) return this.#readClose(start + 2)
    if (next === EXCLAMATION) return this.#readDeclaration(start)
    if (next === QUESTION) return this.#readInstruction(start)
    return this.#readOpen(start + 1)
  }

  #text(from: number, to: number, next: number, isCdata: boolean): number {
    this.from = from
    this.to = to
    this.isCdata = isCdata
    this.#at = next
    if (this.depth > 0) return TEXT
    for (let at = from; at < to; at++) if (!isSpace(this.buffer[at])) throw damagedWorkbook()
    return SKIPPED
  }

  /** Reads a name of an element to its end, which is returned. */
  #readName(from: number): number {
    const { buffer } = this
    const filled = this.#filled
    let start = from
    let name = 0
    let at = from
    for (; at < filled; at++) {
      const byte = byteAt(buffer, at)
      if (ENDS_NAME[byte] === 1) break
      if (byte === COLON) {
        start = at + 1
        name = 0
      } else name = (name << 8) | byte
    }
    if (at === start && at < filled) throw damagedWorkbook()
    this.name = at - start > 4 ? longName(buffer, start, at) : name
    return at
  }

  #readClose(from: number): number {
    const { buffer } = this
    let at = this.#readName(from)
    while (isSpace(buffer[at]) && at < this.#filled) at++
    if (at >= this.#filled) return NEED_MORE
    if (buffer[at] !== GREATER || this.depth === 0) throw damagedWorkbook()
    this.depth--
    if (this.#open[this.depth] !== this.name) throw damagedWorkbook()
    this.#at = at + 1
    return CLOSE
  }

  #readOpen(from: number): number {
    const { buffer, attributeNames, attributeStarts, attributeEnds } = this
    const filled = this.#filled
    let at = this.#readName(from)
    let attributes = 0
    for (;;) {
      const byte = at < filled ? byteAt(buffer, at) : -1
      if (byte === GREATER) {
        this.attributes = attributes
        this.#at = at + 1
        return this.#enter()
      }
      if (byte === -1) return NEED_MORE
      if (byte === SLASH) {
        if (at + 1 === filled) return NEED_MORE
        if (buffer[at + 1] !== GREATER) throw damagedWorkbook()
        this.attributes = attributes
        this.#at = at + 2
        this.#enter()
        this.depth--
        return EMPTY
      }
      if (byte !== SPACE && !isSpace(byte)) throw damagedWorkbook()
      at++
      while (at < filled && isSpace(buffer[at])) at++
      const start = at
      let name = 0
      while (at < filled && ENDS_NAME[byteAt(buffer, at)] === 0) name = (name << 8) | byteAt(buffer, at++)
      if (at === start) continue
      const end = at
      // Usually `="` follows.
      if (at + 1 < filled && buffer[at] === EQUALS && buffer[at + 1] === QUOTE) at++
      else {
        while (at < filled && isSpace(buffer[at])) at++
        if (at < filled && buffer[at] !== EQUALS) throw damagedWorkbook()
        at++
        while (at < filled && isSpace(buffer[at])) at++
        if (at >= filled) return NEED_MORE
      }
      const quote = byteAt(buffer, at)
      if (quote !== QUOTE && quote !== APOSTROPHE) throw damagedWorkbook()
      const valueStart = ++at
      while (at < filled && buffer[at] !== quote) at++
      if (at === filled) return NEED_MORE
      if (attributes < MAX_ATTRIBUTES) {
        attributeNames[attributes] = end - start > 4 ? longName(buffer, start, end) : name
        attributeStarts[attributes] = valueStart
        attributeEnds[attributes++] = at
      }
      at++
    }
  }

  #enter(): number {
    if (this.depth === 0 && this.#hasRoot) throw damagedWorkbook()
    if (this.depth === MAX_DEPTH) throw nestedTooDeeply()
    this.#hasRoot = true
    this.#open[this.depth++] = this.name
    return OPEN
  }

  #readDeclaration(start: number): number {
    const { buffer } = this
    const filled = this.#filled
    const head = buffer.toString('latin1', start, Math.min(start + 9, filled))
    if (head.startsWith('<!--')) return this.#skipPast('-->', start + 4)
    if (head === '<![CDATA[' && this.depth > 0) {
      const end = buffer.subarray(0, filled).indexOf(']]>', start + 9)
      return end === -1 ? NEED_MORE : this.#text(start + 9, end, end + 3, true)
    }
    if ('<!--'.startsWith(head) || '<![CDATA['.startsWith(head)) return NEED_MORE
    throw declaredEntities()
  }

  #readInstruction(start: number): number {
    const token = this.#skipPast('?>', start + 2)
    const isDeclaration = token === SKIPPED && !this.#hasRoot
    if (isDeclaration) checkEncoding(this.buffer.toString('latin1', start, this.#at))
    return token
  }

  #skipPast(mark: string, from: number): number {
    const end = this.buffer.subarray(0, this.#filled).indexOf(mark, from)
    if (end === -1) return NEED_MORE
    this.#at = end + mark.length
    return SKIPPED
  }
}
