/** Selected rows by id, across pages. Whole rows, because a bulk call sends their versions. */
export type SelectedRows<Row> = ReadonlyMap<string, Row>

type IdOf<Row> = (row: Row) => string

/** State of the header checkbox of a page. */
export function pageState<Row>(selected: SelectedRows<Row>, rows: readonly Row[], idOf: IdOf<Row>) {
  const count = rows.filter((row) => selected.has(idOf(row))).length
  if (count === 0) return 'none'
  return count === rows.length ? 'all' : 'some'
}

export function withRows<Row>(
  selected: SelectedRows<Row>,
  rows: readonly Row[],
  idOf: IdOf<Row>,
  isSelected: boolean,
): SelectedRows<Row> {
  const next = new Map(selected)
  for (const row of rows)
    if (isSelected) next.set(idOf(row), row)
    else next.delete(idOf(row))
  return next
}

/** Rows between two rows in either order, both included. */
export function rowsBetween<Row>(rows: readonly Row[], idOf: IdOf<Row>, one: string, other: string): Row[] {
  const indexOf = (id: string) => rows.findIndex((row) => idOf(row) === id)
  const [a, b] = [indexOf(one), indexOf(other)]
  return a < 0 || b < 0 ? [] : rows.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/** Replaces selected rows by their latest versions; returns the same map if none is on this page. */
export function refreshed<Row>(
  selected: SelectedRows<Row>,
  rows: readonly Row[],
  idOf: IdOf<Row>,
): SelectedRows<Row> {
  const newer = rows.filter((row) => {
    const before = selected.get(idOf(row))
    return before !== undefined && before !== row
  })
  return newer.length > 0 ? withRows(selected, newer, idOf, true) : selected
}
