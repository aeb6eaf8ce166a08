import { templateFileName } from '@backoffice/contract/file-kinds'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { csvLine } from '../../../files/csv/guarded-cell.ts'
import { templateFormats } from '../../../files/xlsx/write/columns.ts'
import { base64Workbook } from '../../../files/xlsx/write/workbook.ts'

/** Template of an import with an example row, as CSV and as a workbook. */
export async function importTemplate(
  layout: Pick<ImportLayout, 'name' | 'fields'>,
  example: Readonly<Record<string, string | null>>,
) {
  const columns = Object.keys(layout.fields)
  const content = csvLine(columns) + csvLine(columns.map((name) => example[name] ?? ''))
  return {
    file_name: templateFileName(layout),
    content,
    workbook: await base64Workbook(content, templateFormats(layout)),
  }
}
