import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-search.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { prefetch } from '../../net/query-client.ts'
import { CasesScreen } from './cases-screen.tsx'
import { caseCountsQuery } from './start/case-queries.ts'

export const Route = createFileRoute('/_app/cases')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('case:view'),
  loader: () => prefetch(caseCountsQuery),
  component: CasesScreen,
})
