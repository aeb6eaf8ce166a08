/** The chosen rows by id, of every page that was seen. Kept whole, because a bulk call names their versions. */
export type Selected<Row> = ReadonlyMap<string, Row>

type IdOf<Row> = (row: Row) => string

/** What the header checkbox says of a page. */
export function pageState<Row>(selected: Selected<Row>, rows: readonly Row[], idOf: IdOf<Row>) {
  const count = rows.filter((row) => selected.has(idOf(row))).length
  if (count === 0) return 'none'
  return count === rows.length ? 'all' : 'some'
}

export function withRows<Row>(
  selected: Selected<Row>,
  rows: readonly Row[],
  idOf: IdOf<Row>,
  isSelected: boolean,
): Selected<Row> {
  const next = new Map(selected)
  for (const row of rows)
    if (isSelected) next.set(idOf(row), row)
    else next.delete(idOf(row))
  return next
}

/** The rows between two of them, both included, whichever comes first. */
export function rowsBetween<Row>(rows: readonly Row[], idOf: IdOf<Row>, one: string, other: string): Row[] {
  const at = (id: string) => rows.findIndex((row) => idOf(row) === id)
  const [a, b] = [at(one), at(other)]
  return a < 0 || b < 0 ? [] : rows.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/** The same rows as they were read last; the same map if none of them is on this page. */
export function refreshed<Row>(
  selected: Selected<Row>,
  rows: readonly Row[],
  idOf: IdOf<Row>,
): Selected<Row> {
  const newer = rows.filter((row) => {
    const before = selected.get(idOf(row))
    return before !== undefined && before !== row
  })
  return newer.length > 0 ? withRows(selected, newer, idOf, true) : selected
}
