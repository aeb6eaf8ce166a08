/** Totals are exact up to here; beyond, a list shows "at least". */
export const EXACT_TOTAL = 10_000

export type Page<Row> = {
  items: Row[]
  total: number
  total_estimated: boolean
  page: number
  page_size: number
}

export function pageOf<Row>(items: Row[], counted: number, page: number, pageSize: number): Page<Row> {
  return {
    items,
    total: Math.min(counted, EXACT_TOTAL),
    total_estimated: counted > EXACT_TOTAL,
    page,
    page_size: pageSize,
  }
}

/** An ILIKE pattern with the special characters of the text escaped. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (special) => `\\${special}`)}%`
}
