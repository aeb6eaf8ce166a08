import { createFileRoute } from '@tanstack/react-router'
import { loadAudit } from '../../features/audit/audit-queries.ts'
import { AuditScreen } from '../../features/audit/audit-screen.tsx'
import { requirePermission } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'

export const Route = createFileRoute('/_app/audit')({
  validateSearch: (params) => listParams(params),
  beforeLoad: () => requirePermission('audit:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadAudit(deps),
  component: AuditScreen,
})
