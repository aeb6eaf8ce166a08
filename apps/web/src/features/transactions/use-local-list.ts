import type { ListDeclaration, Sort } from '@backoffice/contract/list'
import { useMemo, useState } from 'react'
import { arranged, type List, storeColumns, useStoredColumns } from '../../kit/list/columns.ts'
import type { ListState } from '../../kit/list/use-list.ts'

/** A list whose rows are all on the page. It sorts them locally and keeps no state in the address. */
export function useLocalList<Row, D extends ListDeclaration>(list: List<Row, D>, start: readonly Sort[]) {
  const [sort, setSort] = useState(start)
  const [selected, select] = useState<ReadonlyMap<string, Row>>(NONE)
  const stored = useStoredColumns(list.declaration.name)
  const columns = useMemo(() => arranged(list.columns, stored), [list, stored])
  const state: ListState<Row> = {
    // The rest of the kit works with any declaration.
    list: list as unknown as List<Row>,
    search: {},
    change: (part) => setSort(part.sort ?? start),
    sort,
    size: 100,
    columns,
    choice: columns.map(({ field, width }) => ({ id: field, width })),
    chooseColumns: (choice) => storeColumns(list, choice),
    selected,
    select,
  }
  return state
}

const NONE = new Map<string, never>()

/** Stable sort of rows; those without a value come last. */
export function sorted<Row>(rows: readonly Row[], sort: readonly Sort[]): readonly Row[] {
  if (sort.length === 0) return rows
  const parts = sort.map((each) => each.split(':') as [keyof Row, 'asc' | 'desc'])
  return rows.toSorted((a, b) => {
    for (const [name, way] of parts) {
      const order = compare(a[name], b[name], way === 'asc' ? 1 : -1)
      if (order !== 0) return order
    }
    return 0
  })
}

function compare(a: unknown, b: unknown, way: 1 | -1): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * way
  return (String(a) < String(b) ? -1 : 1) * way
}
