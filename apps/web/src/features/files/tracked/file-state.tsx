import type { FileKind } from '@backoffice/contract/file-kinds'
import { FILE_STATE_LABELS, type FileState, HELD_LABEL } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import { labelOfState } from '@backoffice/contract/objects'
import { Badge, type Tone } from '../../../ui/badge.tsx'

type Hold = NonNullable<TrackedFile['hold']>

const TONES: Readonly<Record<FileState, Tone>> = {
  PENDING_UPLOAD: 'quiet',
  UPLOADED: 'info',
  VALIDATING: 'info',
  MATCHING: 'info',
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

type Props = WithApproval & {
  state: FileState
  kind?: FileKind
  counts?: { valid: number }
  hold?: Pick<Hold, 'is_held'> | null
}

/** True for a checked import without a row that can be written. */
export const hasOnlyRowsToFix = ({ state, kind, counts }: Omit<Props, 'approval'>) =>
  state === 'AWAITING_CONFIRMATION' && kind === 'import' && counts?.valid === 0

export function fileStateLabel(file: Props): string {
  const { state, kind } = file
  if (isWaiting(file)) return 'Waiting for approval'
  if (hasOnlyRowsToFix(file)) return 'Rows to fix'
  if (file.hold?.is_held) return HELD_LABEL
  return state === 'AWAITING_CONFIRMATION' && kind === 'import'
    ? 'Ready to import'
    : labelOfState(FILE_STATE_LABELS, state)
}

const toneOf = (file: Props) => (isWaiting(file) ? 'info' : file.hold?.is_held ? 'warn' : TONES[file.state])

export function FileStateBadge(file: Props) {
  return <Badge tone={toneOf(file)}>{fileStateLabel(file)}</Badge>
}

/** The latest request to confirm a file, if any. */
type WithApproval = { approval?: TrackedFile['approval'] | undefined }

/** True while a request to confirm the file waits for its decision. */
export const isWaiting = ({ approval }: WithApproval) => approval?.status === 'PENDING'
