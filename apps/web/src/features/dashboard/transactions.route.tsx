import { createFileRoute } from '@tanstack/react-router'
import { requireAnyPermission, requirePermission } from '../../kit/access/guards.ts'
import { prefetch } from '../../net/query-client.ts'
import { drillQuery } from './dashboard-queries.ts'
import { type DrillSearch, parseDrill, printDrill } from './drill.ts'
import { TransactionsScreen } from './transactions-screen.tsx'

export const Route = createFileRoute('/_app/operational_dashboard/transactions')({
  validateSearch: (search: Record<string, unknown>): DrillSearch => printDrill(parseDrill(search)),
  beforeLoad: () => {
    requireAnyPermission(['inquiry:run', 'inquiry:view-all'])
    requirePermission('dashboard:view')
  },
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own loading and error states.
  loader: ({ deps }) => prefetch(drillQuery(parseDrill(deps))),
  component: TransactionsScreen,
})
