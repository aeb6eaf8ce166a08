import { buffer } from 'node:stream/consumers'
import { FileRejected } from '../../../csv/file-rejected.ts'
import { openWorkbook } from '../read-workbook.ts'
import type { WorkbookLimits } from '../workbook-limits.ts'

/** The whole CSV of a sheet. */
export async function readCsv(path: string, sheet = 0, limits?: Partial<WorkbookLimits>): Promise<string> {
  const workbook = await openWorkbook(path, limits)
  try {
    return (await buffer(workbook.readSheet(sheet).bytes)).toString()
  } finally {
    await workbook.close()
  }
}

/** Code and message of the rejection of the first sheet, or `read`. */
export async function rejectionOf(path: string, limits?: Partial<WorkbookLimits>): Promise<string> {
  try {
    await readCsv(path, 0, limits)
  } catch (error) {
    if (error instanceof FileRejected) return `${error.code} ${error.message}`
    throw error
  }
  return 'read'
}
