import { type Buffer, isUtf8 } from 'node:buffer'
import type { FileCode } from '@backoffice/contract/file-codes'
import { LF } from './bytes.ts'

export type RejectedFile = {
  outcome: 'rejected'
  /** Missing if the file was rejected before its end. */
  sha256?: string
  code: Extract<FileCode, `F${string}`>
  /** Message for users with problem, line and remedy. */
  detail: string
  line?: number
}

/** The whole file is unusable. `detail` gives users problem, place and remedy. */
export class FileRejected extends Error {
  readonly code: RejectedFile['code']
  readonly line: number | undefined

  constructor(code: RejectedFile['code'], detail: string, line?: number) {
    super(detail)
    this.code = code
    this.line = line
  }
}

/** Problems of a line that reject the file; each message continues `Line 7`. */
const LINE_PROBLEMS = {
  tooLong: 'is longer than 64 KB, or a quote on it is never closed. Check that line.',
  notUtf8: 'has characters that are not UTF-8. Save the file again as “CSV UTF-8”.',
  bareReturn: 'ends with a carriage return only. Save the file again as “CSV UTF-8”.',
  binary: 'has a NUL byte: this is not text in UTF-8. Save the file again as “CSV UTF-8”.',
  malformed:
    'has a quote that is never closed, or in the middle of a cell. Put the whole cell in quotes and double each quote inside it.',
}

export const lineError = (problem: keyof typeof LINE_PROBLEMS, line: number) =>
  new FileRejected('F004', `Line ${line} ${LINE_PROBLEMS[problem]}`, line)

export function moreRowsThan(maxRows: number, line?: number): FileRejected {
  const detail = `The file has more than ${maxRows.toLocaleString('en')} rows. Split it and upload the parts.`
  return new FileRejected('F003', detail, line)
}

/** Line number relative to `from`, starting at 1. Bytes before `checked` are valid. */
export function lineOfInvalidUtf8(bytes: Buffer, from: number, checked: number, to: number): number {
  let line = 1
  for (let at = from; at < to; line++) {
    const end = bytes.indexOf(LF, at) + 1 || to
    if (end > checked && !isUtf8(bytes.subarray(Math.max(at, checked), end))) break
    at = end
  }
  return line
}

/** Values announced by the uploader; a difference rejects the file. */
export type ExpectedContent = { sha256?: string | undefined; size?: number | undefined }

export function checkExpected(
  expected: ExpectedContent | undefined,
  { size, sha256 }: { size: number; sha256: string },
): void {
  if (expected?.size !== undefined && expected.size !== size) {
    const detail = `The file has ${size} bytes instead of ${expected.size}. Upload it again.`
    throw new FileRejected('F006', detail)
  }
  if (expected?.sha256 !== undefined && expected.sha256 !== sha256)
    throw new FileRejected('F006', 'The uploaded file is not the chosen one. Upload it again.')
}
