import { COMMA, CR, LF, NUL, QUOTE, SEMICOLON, TAB } from './bytes.ts'
import { FileRefused } from './file-refused.ts'

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0]
const UTF8_BOM = [0xef, 0xbb, 0xbf]
const SAVE_AS = 'In the spreadsheet choose “Save as” and the type “CSV UTF-8 (comma delimited)”.'
const NOT_UTF8 = 'Save it again as “CSV UTF-8”.'

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte)
}

/** Refuses what is no CSV by its first bytes; returns how many bytes of a byte order mark to skip. */
export function checkFirstBytes(bytes: Uint8Array): number {
  if (startsWith(bytes, ZIP) || startsWith(bytes, OLE)) {
    throw new FileRefused('F005', `This is a spreadsheet, not a CSV. ${SAVE_AS}`)
  }
  if (startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff])) {
    throw new FileRefused('F004', `The file is in UTF-16 (“Unicode text”). ${NOT_UTF8}`, 1)
  }
  if (bytes[0] === NUL || bytes[1] === NUL) {
    throw new FileRefused('F004', `The file is not text in UTF-8. ${NOT_UTF8}`, 1)
  }
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) {
    throw new FileRefused('F004', 'This is a PDF, not a CSV. Export the list as CSV.')
  }
  return startsWith(bytes, UTF8_BOM) ? UTF8_BOM.length : 0
}

/**
 * The delimiter of the first line that is not blank: the candidate that is there most often outside of
 * quotes; a single column counts as comma. Undefined while that line has not ended.
 */
export function detectDelimiter(bytes: Uint8Array, whole: boolean): number | undefined {
  let i = 0
  while (bytes[i] === LF || bytes[i] === CR) i++
  const seen = new Map([COMMA, SEMICOLON, TAB].map((byte) => [byte, 0]))
  let quoted = false
  for (; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === QUOTE) quoted = !quoted
    else if (byte === LF && !quoted) return most(seen)
    else if (!quoted && seen.has(byte)) seen.set(byte, (seen.get(byte) ?? 0) + 1)
  }
  return whole ? most(seen) : undefined
}

function most(seen: ReadonlyMap<number, number>): number {
  let best = COMMA
  for (const [byte, times] of seen) if (times > (seen.get(best) ?? 0)) best = byte
  return best
}
