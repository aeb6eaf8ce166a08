import type { SearchParams } from '../../kit/list/list-params.ts'
import { NotFound } from '../../kit/shell/error-views.tsx'
import { LookupScreen, loadRows } from './lookup-screen.tsx'
import { listAt } from './table-columns.tsx'

/** Prefetches the list of the table at a path. */
export function loadTable(path: string, params: SearchParams): void {
  const found = listAt(path)
  if (found) loadRows(found.table, params)
}

/** List of the table at a path; "not found" at a path without one. */
export function TableScreen({ path }: { path: string }) {
  const found = listAt(path)
  return found ? <LookupScreen key={path} list={found} /> : <NotFound />
}
