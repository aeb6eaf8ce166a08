import { createFileRoute } from '@tanstack/react-router'
import { statusQuery } from '../../features/status/status-queries.ts'
import { StatusScreen } from '../../features/status/status-screen.tsx'
import { requirePermission } from '../../kit/access/guards.ts'
import { prefetch } from '../../net/query-client.ts'

export const Route = createFileRoute('/_app/status')({
  beforeLoad: () => requirePermission('audit:view'),
  loader: () => prefetch(statusQuery),
  component: StatusScreen,
})
