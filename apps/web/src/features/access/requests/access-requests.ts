import { accessRequestEndpoints } from '@backoffice/contract/access-requests'
import type { CallInput, Reply } from '@backoffice/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { toastReady } from '../../../kit/feedback/toast.ts'
import { whenInSentence } from '../../../kit/format/format-time.ts'
import { addNotification } from '../../../kit/notifications/notifications.ts'
import { call } from '../../../net/call.ts'
import { SentForApproval } from '../../../net/sent-for-approval.ts'
import { requestPath } from '../../approvals/requests/approval-queries.ts'

/** Read once for each dialog, so that choices do not move while the user fills in the form. */
export function accessOptionsQuery(permission: string) {
  return queryOptions({
    queryKey: ['access', 'request', permission],
    queryFn: ({ signal }) => call(accessRequestEndpoints.options, { body: { permission }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

type Body = NonNullable<CallInput<typeof accessRequestEndpoints.create>['body']>

/** Sends a request. Resolves to its id; undefined if the access was granted at once. */
export async function sendAccessRequest(body: Body, idempotencyKey: string): Promise<string | undefined> {
  try {
    await call(accessRequestEndpoints.create, { body, idempotencyKey })
    return undefined
  } catch (error) {
    if (error instanceof SentForApproval) return error.approval.id
    throw error
  }
}

/** Lists a sent request among the notifications, which outlive the dialog. */
export function notifySent(id: string, name: string): void {
  const actions = [{ label: 'View request', href: requestPath(id) }]
  addNotification({ kind: 'done', text: `Access requested: ${name}`, subject: `approval-${id}`, actions })
}

type BreakGlass = Reply<typeof accessRequestEndpoints.breakGlass> & { name: string }

/** Reports access that has started, in a toast and among the notifications. `open` opens a path. */
export function reportBreakGlass(
  { name, until, approval_id }: BreakGlass,
  open: (path: string) => void,
): void {
  const [text, href] = [
    `Break-glass access started: ${name}. It ends ${whenInSentence(until)}.`,
    requestPath(approval_id),
  ]
  const label = 'View request'
  toastReady(text, { label, run: () => open(href) })
  addNotification({ kind: 'done', text, subject: `approval-${approval_id}`, actions: [{ label, href }] })
}
