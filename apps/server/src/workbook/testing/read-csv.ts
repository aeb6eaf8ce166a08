import { buffer } from 'node:stream/consumers'
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
