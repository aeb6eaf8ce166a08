import { createReadStream } from 'node:fs'
import type { FileRejected } from '../../csv/file-rejected.ts'
import { hasPassword, otherFormat } from './workbook-rejections.ts'

/** Name of the stream that holds an encrypted workbook. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** Rejection of an OLE file: a workbook with a password, or of Excel 97–2003. */
export async function rejectionOfOleFile(path: string): Promise<FileRejected> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk])
    if (bytes.includes(ENCRYPTED)) return hasPassword()
    rest = bytes.subarray(-ENCRYPTED.length)
  }
  return otherFormat('an Excel 97–2003 workbook (.xls) or another file of an old Office program')
}
