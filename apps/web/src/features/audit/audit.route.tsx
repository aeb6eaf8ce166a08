import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-search.ts'
import { AuditScreen, loadAudit } from './audit-screen.tsx'

export const Route = createFileRoute('/_app/audit')({
  validateSearch: (params) => listParams(params),
  beforeLoad: () => requirePermission('audit:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadAudit(deps),
  component: AuditScreen,
})
