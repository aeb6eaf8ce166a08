import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CellFormat } from './columns.ts'
import { workbookOf } from './workbook.ts'

/** Workbook of a short CSV for a reply, in base64. `kinds`: of the columns, by their names; the others are codes. */
export async function base64Workbook(
  csv: string,
  kinds: Readonly<Record<string, CellFormat>>,
): Promise<string> {
  const kindOf = (name: string) => kinds[name] ?? 'code'
  return (await buffer(workbookOf(Readable.from([Buffer.from(csv)]), kindOf))).toString('base64')
}
