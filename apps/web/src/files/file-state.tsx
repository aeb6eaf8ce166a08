import { FILE_STATE_LABELS, type FileState } from '@backoffice/contract/file-states'
import { Badge, type Tone } from '../ui/badge.tsx'

const TONES: Readonly<Record<FileState, Tone>> = {
  PENDING_UPLOAD: 'quiet',
  UPLOADED: 'info',
  VALIDATING: 'info',
  AWAITING_CONFIRMATION: 'warn',
  QUEUED: 'info',
  PROCESSING: 'info',
  COMPLETED: 'ok',
  COMPLETED_WITH_ERRORS: 'warn',
  FAILED: 'bad',
  REJECTED: 'bad',
  EXPIRED: 'quiet',
  CANCELLED: 'quiet',
}

export function FileStateBadge({ state }: { state: FileState }) {
  return <Badge tone={TONES[state]}>{FILE_STATE_LABELS[state]}</Badge>
}
