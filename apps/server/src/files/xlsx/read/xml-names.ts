import { byteAt, LESS, startsWith, UTF8_BOM } from '../../csv/bytes.ts'
import { notUtf8Part } from './workbook-rejections.ts'

/** Names of up to four bytes as a number; of longer ones only those that a sheet needs. */
export function packName(name: string): number {
  let packed = 0
  for (const byte of Buffer.from(name)) packed = (packed << 8) | byte
  return packed
}

export const CELL = packName('c')
export const DATA_TYPE = packName('t')
export const INLINE_STRING = packName('is')
export const PHONETIC_RUN = packName('rPh')
export const REFERENCE = packName('r')
export const RANGE = packName('ref')
export const ROW = packName('row')
export const SHARED_STRINGS = packName('sst')
export const STRING_ITEM = packName('si')
export const STYLE = packName('s')
export const TEXT_ELEMENT = packName('t')
export const VALUE = packName('v')

/** Smaller than any packed name. */
export const OTHER_NAME = 0
export const WORKSHEET = 1
export const SHEET_DATA = 2
export const DIMENSION = 3
export const XML_SPACE = 4

const LONG_NAMES = new Map([
  ['worksheet', WORKSHEET],
  ['sheetData', SHEET_DATA],
  ['dimension', DIMENSION],
  ['xml:space', XML_SPACE],
])

export function longName(buffer: Buffer, from: number, to: number): number {
  // All of them have nine bytes.
  if (to - from !== 9) return OTHER_NAME
  return LONG_NAMES.get(buffer.toString('latin1', from, to)) ?? OTHER_NAME
}

/** Types of cells; those after SHARED are text with escapes. */
export const NUMBER = 0
export const BOOLEAN = 1
export const ISO_DATE = 2
export const SHARED = 3
export const FORMULA_TEXT = 4
export const INLINE = 5
export const ERROR = 6

const LETTER_TYPES = new Map(
  Object.entries({ n: NUMBER, b: BOOLEAN, d: ISO_DATE, s: SHARED, e: ERROR }).map(([letter, type]) => [
    letter.charCodeAt(0),
    type,
  ]),
)
const INLINE_TYPE = Buffer.from('inlineStr')

/** Type of a cell by the value of its attribute `t`. */
export function cellType(buffer: Buffer, from: number, to: number): number | undefined {
  if (to - from === 1) return LETTER_TYPES.get(byteAt(buffer, from))
  if (to - from === INLINE_TYPE.length && hasBytes(buffer, from, INLINE_TYPE)) return INLINE
  return buffer.toString('latin1', from, to) === 'str' ? FORMULA_TEXT : undefined
}

export const isSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** Start of the text after a byte order mark. Rejects UTF-16, with a mark or a NUL next to the first “<”. */
export function startOfText(bytes: Uint8Array): number {
  const start = startsWith(bytes, UTF8_BOM) ? UTF8_BOM.length : 0
  if ((bytes[start] !== LESS && !isSpace(bytes[start])) || bytes[1] === 0) throw notUtf8Part()
  return start
}

/** Rejects an XML declaration with another encoding than UTF-8. */
export function checkEncoding(declaration: string): void {
  const encoding = /^<\?xml\s[^>]*encoding\s*=\s*["']([^"']*)/.exec(declaration)?.[1]?.toLowerCase()
  if (encoding !== undefined && encoding !== 'utf-8' && encoding !== 'us-ascii') throw notUtf8Part()
}

/** Offset of the last character if it has several bytes, as it may be incomplete; otherwise `to`. */
export function endOfCharacters(bytes: Uint8Array, to: number): number {
  let at = to
  while (at > 0 && at > to - 4) {
    const byte = byteAt(bytes, --at)
    if (byte < 0x80) return at + 1
    if (byte >= 0xc0) return at
  }
  return to
}

export function hasBytes(buffer: Buffer, at: number, bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (buffer[at + i] !== bytes[i]) return false
  return true
}
