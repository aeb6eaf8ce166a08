import { SEPARATOR_LINE } from '@backoffice/contract/file-kinds'
import { COMMA, CR, LF, NUL, OLE, QUOTE, SEMICOLON, startsWith, TAB, UTF8_BOM, ZIP } from './bytes.ts'
import { FileRejected } from './file-rejected.ts'

const SAVE_AS = 'In the spreadsheet, choose “Save as” and the type “CSV UTF-8 (comma delimited)”.'
const NOT_UTF8 = 'Save it again as “CSV UTF-8”.'

/** Throws when the first bytes belong to another file type. Returns the length of a byte order mark. */
export function checkFirstBytes(bytes: Uint8Array): number {
  if (startsWith(bytes, ZIP) || startsWith(bytes, OLE)) {
    throw new FileRejected('F005', `This is a spreadsheet, not a CSV. ${SAVE_AS}`)
  }
  if (startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff])) {
    throw new FileRejected('F004', `The file is in UTF-16 (“Unicode text”). ${NOT_UTF8}`, 1)
  }
  if (bytes[0] === NUL || bytes[1] === NUL) {
    throw new FileRejected('F004', `The file is not text in UTF-8. ${NOT_UTF8}`, 1)
  }
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) {
    throw new FileRejected('F004', 'This is a PDF, not a CSV. Export the list as CSV.')
  }
  return startsWith(bytes, UTF8_BOM) ? UTF8_BOM.length : 0
}

/** Delimiter and length of a separator line; undefined without one. */
export function readSeparatorLine(bytes: Uint8Array): { delimiter: number; length: number } | undefined {
  const end = bytes.indexOf(LF) + 1 || bytes.length
  const text = Buffer.from(bytes.subarray(0, end)).toString('latin1')
  const [line, delimiter] = SEPARATOR_LINE.exec(text) ?? []
  return line === undefined || delimiter === undefined
    ? undefined
    : { delimiter: delimiter.charCodeAt(0), length: line.length }
}

/**
 * The most frequent candidate outside quotes in the first non-blank line; comma for a single column. Undefined while the
 * line is incomplete.
 */
export function detectDelimiter(bytes: Uint8Array, isFinished: boolean): number | undefined {
  let i = 0
  while (bytes[i] === LF || bytes[i] === CR) i++
  const counts = new Map([COMMA, SEMICOLON, TAB].map((byte) => [byte, 0]))
  let isQuoted = false
  for (; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === QUOTE) isQuoted = !isQuoted
    else if (byte === LF && !isQuoted) return mostFrequent(counts)
    else if (!isQuoted && counts.has(byte)) counts.set(byte, (counts.get(byte) ?? 0) + 1)
  }
  return isFinished ? mostFrequent(counts) : undefined
}

function mostFrequent(counts: ReadonlyMap<number, number>): number {
  let best = COMMA
  for (const [byte, count] of counts) if (count > (counts.get(best) ?? 0)) best = byte
  return best
}
