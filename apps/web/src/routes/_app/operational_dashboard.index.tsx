import { createFileRoute } from '@tanstack/react-router'
import { prefetchTiles, type TileName } from '../../features/dashboard/dashboard-queries.ts'
import { DashboardScreen } from '../../features/dashboard/dashboard-screen.tsx'
import { readAddress } from '../../features/dashboard/shown-day.ts'
import { requirePermission } from '../../kit/access/guards.ts'

const FIRST: readonly TileName[] = ['files', 'rows', 'inquiries', 'transactions', 'points', 'mapping']

export const Route = createFileRoute('/_app/operational_dashboard/')({
  validateSearch: ({ date }: Record<string, unknown>): { date?: string | undefined } => ({
    // The screen shows what is wrong with a date.
    date: typeof date === 'string' ? date : undefined,
  }),
  beforeLoad: () => requirePermission('dashboard:view'),
  loaderDeps: ({ search: { date } }) => ({ date }),
  // Requested in parallel with the code; each tile shows its data when it arrives.
  loader: ({ deps: { date } }) => prefetchTiles(FIRST, readAddress(date).date),
  codeSplitGroupings: [['component']],
  component: DashboardScreen,
})
