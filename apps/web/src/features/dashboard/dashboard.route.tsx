import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/access/guards.ts'
import { prefetchTiles, type TileName } from './dashboard-queries.ts'
import { DashboardScreen } from './dashboard-screen.tsx'
import { readAddress } from './shown-day.ts'

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
