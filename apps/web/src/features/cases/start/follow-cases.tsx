import { may } from '@backoffice/contract/access'
import { caseEndpoints } from '@backoffice/contract/cases'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNotifications } from '../../../kit/notifications/notifications.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { useUser } from '../../../session/store.ts'
import { caseNoticesQuery, newestRead } from './case-notices.ts'
import { caseCountsQuery } from './case-queries.ts'

/** Polls the counts of cases, and the notices about them. */
export function FollowCases() {
  const mayView = may(useUser(), 'case:view')
  useQuery({ ...caseCountsQuery, enabled: mayView })
  const { data: notices = [], dataUpdatedAt } = useQuery({ ...caseNoticesQuery, enabled: mayView })
  const read = useNotifications(({ log }) => newestRead(notices, log))
  // Also after each poll, which returns notices that could not be marked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the time of the poll
  useEffect(() => {
    if (read !== undefined) void markRead(read)
  }, [read, dataUpdatedAt])
  return null
}

async function markRead(upTo: string): Promise<void> {
  try {
    await call(caseEndpoints.readNotices, { body: { up_to: upTo } })
  } catch {
    return
  }
  await queryClient.invalidateQueries({ queryKey: caseNoticesQuery.queryKey })
}
