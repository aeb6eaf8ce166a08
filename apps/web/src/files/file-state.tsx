import type { FileState } from '@backoffice/contract/file-states'
import { Badge, type Tone } from '../ui/badge.tsx'

export const STATE_LABELS: Readonly<Record<FileState, readonly [Tone, string]>> = {
  PENDING_UPLOAD: ['quiet', 'Uploading'],
  UPLOADED: ['info', 'Uploaded'],
  VALIDATING: ['info', 'Checking'],
  AWAITING_CONFIRMATION: ['warn', 'Awaiting confirmation'],
  QUEUED: ['info', 'Queued'],
  PROCESSING: ['info', 'Processing'],
  COMPLETED: ['ok', 'Completed'],
  COMPLETED_WITH_ERRORS: ['warn', 'Completed with errors'],
  FAILED: ['bad', 'Failed'],
  REJECTED: ['bad', 'Rejected'],
  EXPIRED: ['quiet', 'Expired'],
  CANCELLED: ['quiet', 'Cancelled'],
}

export function FileStateBadge({ state }: { state: FileState }) {
  const [tone, label] = STATE_LABELS[state]
  return <Badge tone={tone}>{label}</Badge>
}
