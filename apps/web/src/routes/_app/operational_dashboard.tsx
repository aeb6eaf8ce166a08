import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/guards.ts'
import { prefetchTiles, type TileName } from '../../screens/dashboard/dashboard-queries.ts'
import { DashboardScreen } from '../../screens/dashboard/dashboard-screen.tsx'

type Search = { date?: string | undefined; list?: string | undefined }

const FIRST: readonly TileName[] = ['files', 'rows', 'inquiries', 'transactions', 'points', 'mapping']

export const Route = createFileRoute('/_app/operational_dashboard')({
  validateSearch: ({ date, list }: Record<string, unknown>): Search => ({
    date: isDay(date) ? date : undefined,
    list: typeof list === 'string' && /^[A-Z0-9~+-]{1,60}$/.test(list) ? list : undefined,
  }),
  beforeLoad: () => requirePermission('dashboard:view'),
  loaderDeps: ({ search: { date } }) => ({ date }),
  // Requested in parallel with the code; each tile shows its data when it arrives.
  loader: ({ deps: { date } }) => prefetchTiles(FIRST, date),
  codeSplitGroupings: [['component']],
  component: DashboardScreen,
})

/** `Date` rolls 31 Feb into March: reject it. */
function isDay(date: unknown): date is string {
  if (typeof date !== 'string' || !/^20\d{2}-\d{2}-\d{2}$/.test(date)) return false
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
}
