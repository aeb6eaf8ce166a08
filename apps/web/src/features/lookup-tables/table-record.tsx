import { CreateScreen } from '../../kit/record/create-screen.tsx'
import { backOf, fillOf, type RecordParams } from '../../kit/record/record-links.ts'
import { BrokenRecord } from '../../kit/record/record-pane.tsx'
import { recordQuery } from '../../kit/record/record-queries.ts'
import { RecordScreen } from '../../kit/record/record-screen.tsx'
import { prefetch } from '../../net/query-client.ts'
import { listAt } from './table-columns.tsx'

// A separate module, so that lists do not load the code of forms.

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
