import { may } from '@backoffice/contract/access'
import { CASE_REPLIES } from '@backoffice/contract/case-replies'
import type { Artifact } from '@backoffice/contract/files'
import type { Caller } from '../../kernel/caller.ts'
import type { FileRow } from './files.store.ts'

const NONE: ReadonlySet<Artifact> = new Set()
const OF_INQUIRY: ReadonlySet<Artifact> = new Set<Artifact>(['result', 'rejected', 'source'])
/** A posting reply may have the columns of the posting file, and any import is what its uploader sent. */
const OF_IMPORT: ReadonlySet<Artifact> = new Set<Artifact>(['rejected', 'source'])

type FileOrigin = Pick<FileRow, 'kind' | 'category' | 'uploaded_by' | 'original_uploader' | 'holds_cards'>

/** Artifacts that can hold whole card numbers. */
function wholeArtifacts({
  kind,
  category,
  holds_cards,
}: Pick<FileOrigin, 'kind' | 'category' | 'holds_cards'>): ReadonlySet<Artifact> {
  if (kind === 'inquiry') return OF_INQUIRY
  if (kind !== 'import') return NONE
  return category === CASE_REPLIES.category || holds_cards !== false ? OF_IMPORT : NONE
}

/** True if the caller uploaded the numbers. Files received by a hand-over have numbers of another user. */
export function hasOwnNumbers(
  { uploaded_by, original_uploader }: Pick<FileOrigin, 'uploaded_by' | 'original_uploader'>,
  { id }: Pick<Caller, 'id'>,
): boolean {
  return uploaded_by === id && (original_uploader ?? id) === id
}

/** True if the artifact can hold whole numbers of another user, which leave only by `reveal`. */
export function needsReason(file: FileOrigin, artifact: Artifact, caller: Pick<Caller, 'id'>): boolean {
  return wholeArtifacts(file).has(artifact) && !hasOwnNumbers(file, caller)
}

/** Retrying another user’s file or running it again needs the same. A received file needs no reason. */
export function runNeedsReason(
  file: Pick<FileOrigin, 'kind' | 'uploaded_by'>,
  caller: Pick<Caller, 'id'>,
): boolean {
  return file.kind === 'inquiry' && file.uploaded_by !== caller.id
}

export function mayRunWhole(file: Pick<FileOrigin, 'kind' | 'uploaded_by'>, caller: Caller): boolean {
  return !runNeedsReason(file, caller) || may(caller.access, 'card:unmask')
}
