import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/guards.ts'
import { prefetchTiles, type TileName } from '../../screens/dashboard/dashboard-queries.ts'
import { DashboardScreen } from '../../screens/dashboard/dashboard-screen.tsx'
import { parseDay } from '../../screens/dashboard/drill.ts'

const FIRST: readonly TileName[] = ['files', 'rows', 'inquiries', 'transactions', 'points', 'mapping']

export const Route = createFileRoute('/_app/operational_dashboard/')({
  validateSearch: ({ date }: Record<string, unknown>): { date?: string | undefined } => ({
    date: parseDay(date),
  }),
  beforeLoad: () => requirePermission('dashboard:view'),
  loaderDeps: ({ search: { date } }) => ({ date }),
  // Requested in parallel with the code; each tile shows its data when it arrives.
  loader: ({ deps: { date } }) => prefetchTiles(FIRST, date),
  codeSplitGroupings: [['component']],
  component: DashboardScreen,
})
