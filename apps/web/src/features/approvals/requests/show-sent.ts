import { approvalEndpoints } from '@backoffice/contract/approvals'
import { toastReady, withoutSecrets } from '../../../kit/feedback/toast.ts'
import { addNotification } from '../../../kit/notifications/notifications.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { approvalKeys, refreshApprovals, requestPath } from './approval-queries.ts'

/** Shows that a change was sent for approval, with a link to its request. */
export async function showSent(id: string, open: (path: string) => void): Promise<void> {
  const href = requestPath(id)
  const request = await call(approvalEndpoints.get, { params: { id } }).catch(() => undefined)
  if (request) queryClient.setQueryData(approvalKeys.record(id), request)
  const text = withoutSecrets(request ? `Approval requested: ${request.what}` : 'Approval requested')
  const label = 'View request'
  addNotification({ kind: 'done', text, subject: `approval-${id}`, actions: [{ label, href }] })
  toastReady(text, { label, run: () => open(href) })
  await refreshApprovals()
}
