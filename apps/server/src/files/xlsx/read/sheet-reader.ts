import { byteAt, uint32At } from '../../csv/bytes.ts'
import { CellText } from './cell-text.ts'
import type { CellWriter } from './cell-writer.ts'
import { isPreserved } from './shared-strings-reader.ts'
import { SHEET_ROWS } from './workbook-limits.ts'
import { damagedWorkbook } from './workbook-rejections.ts'
import * as names from './xml-names.ts'
import { CLOSE, EMPTY, NEED_MORE, OPEN, TEXT, XmlScanner } from './xml-scanner.ts'

/** Columns of a sheet in Excel. */
const SHEET_COLUMNS = 16_384

/** Depths of open elements. */
const SHEET_DATA = 2
const ROW = 3
const CELL = 4
const VALUE = 5

/** The usual content of a cell, as Excel, LibreOffice and Google Sheets write it. */
const VALUE_START = Buffer.from('<v>')
const VALUE_END = Buffer.from('</v></c>')
const INLINE_START = Buffer.from('<is><t>')
const INLINE_END = Buffer.from('</t></is></c>')

/** Reads the cells of a worksheet part. */
export class SheetReader {
  readonly #xml = new XmlScanner()
  readonly #text = new CellText()
  readonly #cells: CellWriter
  #isInData = false
  #row = 0
  #column = -1
  #type = names.NUMBER
  #style = 0
  #isInline = false
  /** Depths of the elements that are being read; 0 outside. */
  #value = 0
  #phonetic = 0
  /** Start of the run in the text, and its `xml:space`. */
  #start = 0
  #isPreserved = false

  constructor(cells: CellWriter) {
    this.#cells = cells
  }

  feed(bytes: Uint8Array): void {
    this.#xml.feed(bytes)
  }

  finish(): void {
    this.#xml.finish()
    this.#cells.blocks.finish()
  }

  /** Reads rows until a block of the CSV is full, or returns false at the end of the input so far. */
  readBlock(): boolean {
    const xml = this.#xml
    for (;;) {
      const token = xml.next()
      if (token === TEXT) {
        if (this.#value > 0) this.#text.append(xml.buffer, xml.from, xml.to, xml.isCdata)
      } else if (token === OPEN) this.#open()
      else if (token === CLOSE) {
        this.#close()
        if (xml.depth === SHEET_DATA && this.#cells.blocks.isFull) return true
      } else if (token === EMPTY) this.#skipEmpty()
      else if (token === NEED_MORE) return false
    }
  }

  #open(): void {
    const { name, depth } = this.#xml
    if (!this.#isInData) {
      if (depth === 1 && name !== names.WORKSHEET) throw damagedWorkbook()
      if (depth === SHEET_DATA && name === names.SHEET_DATA) this.#isInData = true
    } else if (depth === CELL) {
      if (name === names.CELL) {
        this.#openCell()
        this.#takeUsualContent()
      }
    } else if (depth === VALUE) this.#openValue(name)
    else if (depth === ROW) {
      if (name === names.ROW) this.#openRow()
    } else if (this.#isInline && this.#phonetic === 0) this.#openRun(name, depth)
  }

  #takeUsualContent(): void {
    const xml = this.#xml
    const isInline = this.#type === names.INLINE
    if (isInline ? !xml.takeContent(INLINE_START, INLINE_END) : !xml.takeContent(VALUE_START, VALUE_END))
      return
    this.#text.append(xml.buffer, xml.from, xml.to, false)
    if (isInline) this.#text.trim(0)
    if (this.#type > names.SHARED) this.#text.unescape(0)
    this.#closeCell()
  }

  #openValue(name: number): void {
    if (name === names.VALUE) {
      this.#value = VALUE
      this.#start = this.#text.length
      this.#isPreserved = true
    } else if (name === names.INLINE_STRING) {
      this.#isInline = true
      this.#type = names.INLINE
    }
  }

  #openRun(name: number, depth: number): void {
    if (name === names.PHONETIC_RUN) this.#phonetic = depth
    else if (name === names.TEXT_ELEMENT) {
      this.#value = depth
      this.#start = this.#text.length
      this.#isPreserved = isPreserved(this.#xml)
    }
  }

  #close(): void {
    // The depth of the element that is closed.
    const depth = this.#xml.depth + 1
    if (!this.#isInData) return
    if (depth === this.#value) {
      this.#value = 0
      if (!this.#isPreserved) this.#text.trim(this.#start)
      if (this.#type > names.SHARED) this.#text.unescape(this.#start)
    } else if (depth === CELL) this.#closeCell()
    else if (depth === VALUE) this.#isInline = false
    else if (depth === this.#phonetic) this.#phonetic = 0
    else if (depth === SHEET_DATA) this.#isInData = false
  }

  #closeCell(): void {
    if (this.#text.length === 0) return
    this.#cells.write(this.#row, this.#column, this.#type, this.#style, this.#text)
    this.#text.clear()
  }

  #skipEmpty(): void {
    const { name, depth } = this.#xml
    if (!this.#isInData) {
      if (depth === 0 && name !== names.WORKSHEET) throw damagedWorkbook()
    } else if (depth === ROW && name === names.CELL) this.#openCell()
    else if (depth === SHEET_DATA && name === names.ROW) this.#openRow()
  }

  #openRow(): void {
    const attribute = this.#xml.attribute(names.REFERENCE)
    const row = attribute === -1 ? this.#row + 1 : this.#number(attribute)
    if (row <= this.#row || row > SHEET_ROWS)
      throw damagedWorkbook(`has rows in a wrong order after row ${this.#row}`)
    this.#row = row
    this.#column = -1
  }

  #openCell(): void {
    const { attributes, attributeNames } = this.#xml
    const last = this.#column
    this.#column = last + 1
    this.#type = names.NUMBER
    this.#style = 0
    for (let i = 0; i < attributes; i++) {
      const name = attributeNames[i]
      if (name === names.REFERENCE) this.#column = this.#readReference(i)
      else if (name === names.STYLE) this.#style = this.#number(i)
      else if (name === names.DATA_TYPE) this.#type = this.#readType(i)
    }
    if (this.#column <= last || this.#column >= SHEET_COLUMNS) throw this.#misplaced()
  }

  /** Column of a reference such as `AB12`, whose row must be the current one. */
  #readReference(attribute: number): number {
    const { buffer, attributeStarts, attributeEnds } = this.#xml
    let at = uint32At(attributeStarts, attribute)
    const to = uint32At(attributeEnds, attribute)
    let column = 0
    for (; at < to; at++) {
      const letter = byteAt(buffer, at) - 0x40
      if (letter < 1 || letter > 26) break
      if (column > SHEET_COLUMNS) throw this.#misplaced()
      column = column * 26 + letter
    }
    if (this.#digits(at, to) !== this.#row) throw this.#misplaced()
    return column - 1
  }

  #readType(attribute: number): number {
    const { buffer, attributeStarts, attributeEnds } = this.#xml
    const type = names.cellType(
      buffer,
      uint32At(attributeStarts, attribute),
      uint32At(attributeEnds, attribute),
    )
    if (type === undefined)
      throw damagedWorkbook(`has a cell of an unknown type in row ${this.#row}`, this.#row)
    return type
  }

  #number(attribute: number): number {
    const { attributeStarts, attributeEnds } = this.#xml
    const value = this.#digits(uint32At(attributeStarts, attribute), uint32At(attributeEnds, attribute))
    if (value === -1) throw damagedWorkbook()
    return value
  }

  /** Number of at most nine digits, or −1. */
  #digits(from: number, to: number): number {
    if (from === to || to - from > 9) return -1
    let value = 0
    for (let at = from; at < to; at++) {
      const digit = byteAt(this.#xml.buffer, at) - 0x30
      if (digit < 0 || digit > 9) return -1
      value = value * 10 + digit
    }
    return value
  }

  #misplaced() {
    return damagedWorkbook(`has cells in a wrong order in row ${this.#row}`, this.#row)
  }
}
