import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/access/guards.ts'
import { prefetch } from '../../net/query-client.ts'
import { statusQuery } from './status-queries.ts'
import { StatusScreen } from './status-screen.tsx'

export const Route = createFileRoute('/_app/status')({
  beforeLoad: () => requirePermission('audit:view'),
  loader: () => prefetch(statusQuery),
  component: StatusScreen,
})
