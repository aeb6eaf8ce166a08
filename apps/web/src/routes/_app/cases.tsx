import { createFileRoute } from '@tanstack/react-router'
import { caseCountsQuery } from '../../cases/case-queries.ts'
import { requirePermission } from '../../kit/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { prefetch } from '../../net/query-client.ts'
import { CasesScreen } from '../../screens/cases/cases-screen.tsx'

export const Route = createFileRoute('/_app/cases')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('case:view'),
  loader: () => prefetch(caseCountsQuery),
  component: CasesScreen,
})
