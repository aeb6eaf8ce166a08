import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { templateFileName } from '@backoffice/contract/file-kinds'
import type { ImportLayout } from '@backoffice/contract/import-layout'
import { csvLine } from '../../table-file/guarded-cell.ts'
import { templateKinds } from '../../workbook-out/template-kinds.ts'
import { workbookOf } from '../../workbook-out/workbook.ts'

/** Template of an import with an example row, as CSV and as a workbook. */
export async function importTemplate(
  layout: Pick<ImportLayout, 'name' | 'fields'>,
  example: Readonly<Record<string, string | null>>,
) {
  const columns = Object.keys(layout.fields)
  const content = csvLine(columns) + csvLine(columns.map((name) => example[name] ?? ''))
  const kinds = templateKinds(layout)
  const workbook = await buffer(
    workbookOf(Readable.from([Buffer.from(content)]), (name) => kinds[name] ?? 'code'),
  )
  return {
    file_name: templateFileName(layout),
    content,
    workbook: workbook.toString('base64'),
  }
}
