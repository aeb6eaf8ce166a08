import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenTableRecord, loadTableRecord, TableRecord } from './table-record.tsx'

export const Route = createFileRoute('/_app/glass/$table/$id')({
  loader: ({ params }) => loadTableRecord(`/glass/${params.table}`, params.id),
  component: GlassRecord,
  errorComponent: BrokenGlassRecord,
})

function GlassRecord() {
  const { table, id } = Route.useParams()
  return <TableRecord path={`/glass/${table}`} id={id} tab={Route.useSearch().tab} />
}

function BrokenGlassRecord({ error }: ErrorComponentProps) {
  return <BrokenTableRecord path={`/glass/${Route.useParams().table}`} error={error} />
}
