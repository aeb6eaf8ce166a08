import { createFileRoute } from '@tanstack/react-router'
import { requireTable } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-search.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { loadTable, TableScreen } from './lookup-screen.tsx'

export const Route = createFileRoute('/_app/glass/$table')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: ({ params }) => requireTable(`/glass/${params.table}`),
  loaderDeps: ({ search }) => search,
  // Not awaited, because the screen shows its own loading and error states.
  loader: ({ params, deps }) => loadTable(`/glass/${params.table}`, deps),
  component: GlassTable,
})

function GlassTable() {
  return <TableScreen path={`/glass/${Route.useParams().table}`} />
}
