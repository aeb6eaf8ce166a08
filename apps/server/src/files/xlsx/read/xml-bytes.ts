import { LESS } from '../../csv/ascii.ts'
import { byteAt } from '../../csv/typed-arrays.ts'
import { notUtf8Part } from './workbook-rejections.ts'

export const isSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** Start of the text after a byte order mark. Rejects UTF-16, with a mark or a NUL next to the first “<”. */
export function startOfText(bytes: Uint8Array): number {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const start = hasMark ? 3 : 0
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
