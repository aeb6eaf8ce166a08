import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/guards.ts'
import { prefetch } from '../../net/query-client.ts'
import { filesTileQuery, inquiriesTileQuery } from '../../screens/dashboard/dashboard-queries.ts'
import { DashboardScreen } from '../../screens/dashboard/dashboard-screen.tsx'

export const Route = createFileRoute('/_app/operational_dashboard')({
  staticData: { keys: 'g d' },
  beforeLoad: () => requirePermission('dashboard:view'),
  loader: () => {
    // Asked for beside the code, shown by each tile in its own time.
    prefetch(filesTileQuery)
    prefetch(inquiriesTileQuery)
  },
  component: DashboardScreen,
})
