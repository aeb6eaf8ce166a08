const WORKBOOKS: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
}

/** Media type by the end of a file name or key. */
export function contentTypeOf(name: string): string {
  return WORKBOOKS[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'text/csv; charset=utf-8'
}
