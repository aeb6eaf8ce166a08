export const CSV_TYPE = 'text/csv; charset=utf-8'

const WORKBOOKS: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
}

/** Type of a download by its file name. */
export function downloadType(fileName: string): string {
  return WORKBOOKS[fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()] ?? CSV_TYPE
}
