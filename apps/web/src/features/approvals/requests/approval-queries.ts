import { approvalEndpoints } from '@backoffice/contract/approvals'
import { queryOptions } from '@tanstack/react-query'
import { setNavigationCounts } from '../../../kit/navigation/shell-state.ts'
import { recordKeys } from '../../../kit/record/record-queries.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'

export const APPROVALS = { path: '/approvals', noun: 'request' } as const

export const requestPath = (id: string) => `${APPROVALS.path}/${id}`

export const approvalKeys = {
  all: ['approvals'] as const,
  lists: ['approvals', 'list'] as const,
  record: (id: string) => ['approvals', 'record', id] as const,
  rules: ['approvals', 'rules'] as const,
}

/** Interval at which counts and open requests are read again while the page is visible. */
export const APPROVAL_POLL_MS = 60_000

/** Requests to decide and own open requests; also sets the count of the sidebar. */
export const approvalCountsQuery = queryOptions({
  queryKey: [...approvalKeys.all, 'counts'],
  queryFn: async ({ signal }) => {
    const counts = await call(approvalEndpoints.counts, { signal })
    const count = counts.decide
    setNavigationCounts({ '/approvals': { count, text: `${count} to decide` } })
    return counts
  },
  refetchInterval: APPROVAL_POLL_MS,
})

/** Refreshes everything that shows requests. */
export async function refreshApprovals(): Promise<void> {
  await Promise.all(
    [approvalKeys.all, recordKeys.histories('approval')].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
