/** Media type of a stored object by its key: a browser may append the extension of another type to a file name. */
export function contentTypeOf(key: string): string {
  return key.endsWith('.xlsx')
    ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    : 'text/csv; charset=utf-8'
}
