import { type CaseNotice, caseEndpoints } from '@backoffice/contract/cases'
import { queryOptions } from '@tanstack/react-query'
import { withoutSecrets } from '../../../kit/feedback/toast.ts'
import {
  addNotification,
  type Notification,
  useNotifications,
} from '../../../kit/notifications/notifications.ts'
import { call } from '../../../net/call.ts'
import { CASE_POLL_MS, CASES } from './case-queries.ts'

const SUBJECT = 'case-notice-'

/** Unread notices; adds the new ones to the notifications. */
export const caseNoticesQuery = queryOptions({
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
