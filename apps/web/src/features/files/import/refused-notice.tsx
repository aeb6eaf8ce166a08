import type { TrackedFile } from '@backoffice/contract/files'
import { Notice } from '../../../ui/notice.tsx'

type FileApproval = NonNullable<TrackedFile['approval']>

const EXPIRED = 'No one decided it in time.'

/** Reason why the latest request did not lead to an import; nothing after a withdrawal. */
export function RefusedNotice({ approval }: { approval: FileApproval }) {
  const title = titleOf(approval)
  if (title === undefined) return null
  const reason = approval.status === 'EXPIRED' ? EXPIRED : approval.decision_reason
  return (
    <Notice tone={approval.status === 'EXPIRED' ? 'quiet' : 'warn'} title={title} live>
      {reason && <p>{reason}</p>}
      <p>Import again to send another request, or cancel the file.</p>
    </Notice>
  )
}

function titleOf({ status, decided_by }: FileApproval): string | undefined {
  const by = decided_by ? ` by ${decided_by.name}` : ''
  switch (status) {
    case 'REJECTED':
      return `Rejected${by}.`
    case 'EXPIRED':
      return 'The request for approval expired.'
    case 'STALE':
      return `Approved${by}, but the data has changed since.`
    case 'FAILED':
      return `Approved${by}, but no longer possible.`
    default:
      return undefined
  }
}
