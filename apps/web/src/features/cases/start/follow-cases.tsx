import { may } from '@backoffice/contract/access'
import { type CaseNotice, caseEndpoints } from '@backoffice/contract/cases'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { withoutSecrets } from '../../../kit/feedback/toast.ts'
import {
  addNotification,
  type Notification,
  useNotifications,
} from '../../../kit/notifications/notifications.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { useUser } from '../../../session/store.ts'
import { CASE_POLL_MS, CASES, caseCountsQuery } from './case-queries.ts'

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

const SUBJECT = 'case-notice-'

/** Unread notices; adds the new ones to the notifications. */
const caseNoticesQuery = queryOptions({
  queryKey: ['case-notices'],
  queryFn: async ({ signal }) => {
    const { items } = await call(caseEndpoints.notices, { signal })
    for (const notice of items) addNotice(notice)
    return items
  },
  refetchInterval: CASE_POLL_MS,
})

function addNotice({ id, at, case_no, text }: CaseNotice): void {
  const subject = `${SUBJECT}${id}`
  // Also from before a reload.
  if (useNotifications.getState().log.some((each) => each.subject === subject)) return
  addNotification({
    kind: 'message',
    text: withoutSecrets(text),
    subject,
    at,
    actions: [{ label: 'Open', href: `${CASES.path}/${case_no}` }],
  })
}

/** Id of the newest of these notices whose notification was read; undefined if none was. */
export function newestRead(
  notices: readonly Pick<CaseNotice, 'id'>[],
  log: readonly Pick<Notification, 'subject' | 'isRead'>[],
): string | undefined {
  const read = new Set(log.flatMap(({ subject, isRead }) => (isRead && subject ? [subject] : [])))
  return notices.findLast(({ id }) => read.has(`${SUBJECT}${id}`))?.id
}
