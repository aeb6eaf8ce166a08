import { createFileRoute } from '@tanstack/react-router'
import { filesTileQuery, inquiriesTileQuery } from '../../api/dashboard.ts'
import { queryClient } from '../../api/query-client.ts'
import { demand } from '../../kit/demand.ts'
import { DashboardScreen } from '../../screens/dashboard/dashboard-screen.tsx'

export const Route = createFileRoute('/_app/operational_dashboard')({
  beforeLoad: () => demand('dashboard:view'),
  loader: () => {
    // Asked for beside the code, shown by each tile in its own time.
    void queryClient.prefetchQuery(filesTileQuery)
    void queryClient.prefetchQuery(inquiriesTileQuery)
  },
  component: DashboardScreen,
})
