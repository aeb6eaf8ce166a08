import { CellText } from './cell-text.ts'
import type { SharedStrings } from './shared-strings.ts'
import { damagedWorkbook } from './workbook-rejections.ts'
import { PHONETIC_RUN, SHARED_STRINGS, STRING_ITEM, TEXT_ELEMENT, XML_SPACE } from './xml-names.ts'
import { CLOSE, EMPTY, NEED_MORE, OPEN, TEXT, XmlScanner } from './xml-scanner.ts'

/** The usual content of a string, the second by LibreOffice and for spaces at the ends. */
const TEXT_START = Buffer.from('<t>')
const PRESERVED_START = Buffer.from('<t xml:space="preserve">')
const TEXT_END = Buffer.from('</t></si>')

/** Reads from `sharedStrings.xml` the text of each string without its formats and phonetic hints. */
export class SharedStringsReader {
  readonly #xml = new XmlScanner()
  readonly #text = new CellText()
  readonly #strings: SharedStrings
  /** Depths of the elements that are being read; 0 outside. */
  #item = 0
  #phonetic = 0
  #run = 0
  /** Start of the run in the text, and its `xml:space`. */
  #start = 0
  #isPreserved = false

  constructor(strings: SharedStrings) {
    this.#strings = strings
  }

  feed(bytes: Uint8Array): void {
    this.#xml.feed(bytes)
    for (let token = this.#xml.next(); token !== NEED_MORE; token = this.#xml.next()) this.#take(token)
  }

  finish(): void {
    this.#xml.finish()
  }

  #take(token: number): void {
    const xml = this.#xml
    if (token === TEXT) {
      if (this.#run > 0) this.#text.append(xml.buffer, xml.from, xml.to, xml.isCdata)
    } else if (token === OPEN) this.#open()
    else if (token === CLOSE) this.#close()
    else if (token === EMPTY && xml.name === STRING_ITEM && xml.depth === 1)
      this.#strings.add(this.#text.bytes, 0)
  }

  #open(): void {
    const { name, depth } = this.#xml
    if (depth === 1) {
      if (name !== SHARED_STRINGS) throw damagedWorkbook()
    } else if (name === STRING_ITEM && depth === 2) {
      this.#text.clear()
      if (this.#xml.takeContent(TEXT_START, TEXT_END)) this.#addUsual(false)
      else if (this.#xml.takeContent(PRESERVED_START, TEXT_END)) this.#addUsual(true)
      else this.#item = depth
    } else if (name === PHONETIC_RUN && this.#phonetic === 0) this.#phonetic = depth
    else if (name === TEXT_ELEMENT && this.#item > 0 && this.#phonetic === 0) {
      this.#run = depth
      this.#start = this.#text.length
      this.#isPreserved = isPreserved(this.#xml)
    }
  }

  #close(): void {
    // The depth of the element that is closed.
    const depth = this.#xml.depth + 1
    if (depth === this.#run) {
      this.#run = 0
      if (!this.#isPreserved) this.#text.trim(this.#start)
      this.#text.unescape(this.#start)
    } else if (depth === this.#phonetic) this.#phonetic = 0
    else if (depth === this.#item) {
      this.#item = 0
      this.#add()
    }
  }

  #addUsual(isPreserved: boolean): void {
    const xml = this.#xml
    this.#text.append(xml.buffer, xml.from, xml.to, false)
    if (!isPreserved) this.#text.trim(0)
    this.#text.unescape(0)
    this.#add()
  }

  #add(): void {
    this.#text.toCsv()
    this.#strings.add(this.#text.bytes, this.#text.length)
  }
}

export function isPreserved(xml: XmlScanner): boolean {
  const attribute = xml.attribute(XML_SPACE)
  return attribute !== -1 && xml.attributeText(attribute) === 'preserve'
}
