import { createFileRoute } from '@tanstack/react-router'
import { requireTable } from '../../kit/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { loadTable, TableScreen } from '../../screens/lookup/table-screen.tsx'

export const Route = createFileRoute('/_app/glass/$table')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: ({ params }) => requireTable(`/glass/${params.table}`),
  loaderDeps: ({ search }) => search,
  // Waits for no reply: it is only requested, the screen reports what fails.
  loader: ({ params, deps }) => loadTable(`/glass/${params.table}`, deps),
  component: GlassTable,
})

function GlassTable() {
  return <TableScreen path={`/glass/${Route.useParams().table}`} />
}
