/** Totals are counted up to here; beyond, a list says "at least". */
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

/** A pattern for ILIKE that matches the text itself, whatever it contains. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (special) => `\\${special}`)}%`
}
