import { createFileRoute } from '@tanstack/react-router'
import { listParams } from '../../kit/list/list-search.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { prefetch } from '../../net/query-client.ts'
import { ApprovalsScreen } from './approvals-screen.tsx'
import { approvalCountsQuery } from './requests/approval-queries.ts'

export const Route = createFileRoute('/_app/approvals')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  loader: () => prefetch(approvalCountsQuery),
  component: ApprovalsScreen,
})
