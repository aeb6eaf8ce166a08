import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenTableRecord, loadTableRecord, TableRecord } from './table-record.tsx'

export const Route = createFileRoute('/_app/lookup/$table/$id')({
  loader: ({ params }) => loadTableRecord(`/lookup/${params.table}`, params.id),
  component: LookupRecord,
  errorComponent: BrokenLookupRecord,
})

function LookupRecord() {
  const { table, id } = Route.useParams()
  return <TableRecord path={`/lookup/${table}`} id={id} tab={Route.useSearch().tab} />
}

function BrokenLookupRecord({ error }: ErrorComponentProps) {
  return <BrokenTableRecord path={`/lookup/${Route.useParams().table}`} error={error} />
}
