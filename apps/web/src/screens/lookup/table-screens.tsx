import { NotFound } from '../../kit/error-views.tsx'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { CreateScreen } from '../../kit/record/create-screen.tsx'
import { backOf, fillOf, type RecordParams } from '../../kit/record/record-links.ts'
import { recordQuery } from '../../kit/record/record-queries.ts'
import { RecordScreen } from '../../kit/record/record-screen.tsx'
import { prefetch } from '../../net/query-client.ts'
import { loadRows } from './lookup-queries.ts'
import { LookupScreen } from './lookup-screen.tsx'
import { LOOKUP_LISTS } from './table-columns.tsx'

/** The screens of every lookup table, by its path; of a path without a table they show "not found". */
const listAt = (path: string) => LOOKUP_LISTS.find(({ table }) => table.path === path)

export function loadTable(path: string, params: SearchParams): void {
  const found = listAt(path)
  if (found) loadRows(found.table, params)
}

export function TableScreen({ path }: { path: string }) {
  const found = listAt(path)
  return found ? <LookupScreen key={path} list={found} /> : <NotFound />
}

export function loadTableRecord(path: string, id: string): void {
  const found = listAt(path)
  if (found) prefetch(recordQuery(found.table, id))
}

export function TableRecord({ path, id, tab }: { path: string; id: string; tab: string | undefined }) {
  const found = listAt(path)
  return found && <RecordScreen table={found.table} id={id} tab={tab} />
}

export function CreateTableRecord({ path, search }: { path: string; search: RecordParams }) {
  const found = listAt(path)
  return (
    found && (
      <CreateScreen table={found.table} from={search.from} fill={fillOf(search)} back={backOf(search)} />
    )
  )
}

export function BrokenTableRecord({ path, error }: { path: string; error: unknown }) {
  const found = listAt(path)
  return found && <BrokenRecord table={found.table} error={error} />
}
