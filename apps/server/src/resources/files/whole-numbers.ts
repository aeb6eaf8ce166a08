import { may } from '@backoffice/contract/access'
import type { Artifact } from '@backoffice/contract/endpoints/files'
import { checkTicket } from '@backoffice/contract/inquiry-criteria'
import type { PURPOSES } from '@backoffice/contract/purposes'
import { type Clock, secondsOfDayLeft, startOfToday } from '../../adapters/clock.ts'
import type { Config } from '../../config.ts'
import type { Tx } from '../../db/client.ts'
import type { AuditEntry } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError, invalidFields } from '../../kernel/errors.ts'
import { requirePermission } from '../../kernel/mount.ts'
import { countFileReveals, insertFileReveal } from './file-reveals.store.ts'
import type { FileRow } from './files.store.ts'

const WHOLE: ReadonlySet<Artifact> = new Set<Artifact>(['result', 'rejected', 'source'])

type FileOrigin = Pick<FileRow, 'kind' | 'uploaded_by' | 'original_uploader'>

/** True if the caller uploaded the numbers. Files received by a hand-over have numbers of another user. */
export function hasOwnNumbers(
  { uploaded_by, original_uploader }: FileOrigin,
  { id }: Pick<Caller, 'id'>,
): boolean {
  return uploaded_by === id && (original_uploader ?? id) === id
}

/** True if the artifact has whole numbers of another user, which need `card:unmask`, a reason and a ticket. */
export function needsReason(file: FileOrigin, artifact: Artifact, caller: Pick<Caller, 'id'>): boolean {
  return file.kind === 'inquiry' && WHOLE.has(artifact) && !hasOwnNumbers(file, caller)
}

/** Retrying another user’s file or running it again needs the same. A received file needs no reason. */
export function runNeedsReason(file: FileOrigin, caller: Pick<Caller, 'id'>): boolean {
  return file.kind === 'inquiry' && file.uploaded_by !== caller.id
}

export function mayRunWhole(file: FileOrigin, caller: Caller): boolean {
  return !runNeedsReason(file, caller) || may(caller.access, 'card:unmask')
}

type RevealInput = { reason?: (typeof PURPOSES)[number] | undefined; ticket_no?: string | undefined }
type Reveal = { file: FileRow; use: Artifact | 'retry' | 'run_again'; caller: Caller; input: RevealInput }
type Deps = { clock: Clock; quotas: Pick<Config['quotas'], 'cardFiles'> }

/** Throws unless the caller may see whole numbers and gives a reason and a ticket. */
export function requireReason(caller: Caller, { reason, ticket_no = '' }: RevealInput) {
  requirePermission(caller, 'card:unmask')
  const problem = checkTicket(ticket_no)
  const wrong = [
    ...(reason === undefined ? [{ field: 'reason', code: 'required', message: 'Select Reason' }] : []),
    ...(problem ? [{ field: 'ticket_no', code: 'invalid', message: problem }] : []),
  ]
  if (reason === undefined || wrong.length > 0) throw invalidFields(wrong)
  return { reason, ticket_no: ticket_no.trim() }
}

/** Counts the file once per day against the quota. Returns its audit event. */
export async function revealFile(
  tx: Tx,
  { clock, quotas }: Deps,
  { file, use, caller, input }: Reveal,
): Promise<AuditEntry> {
  const { reason, ticket_no } = requireReason(caller, input)
  const { source_filekey } = file
  const now = clock.now()
  const since = startOfToday(now)
  const used = await countFileReveals(tx, caller.id, { since, exceptFilekey: source_filekey })
  if (used >= quotas.cardFiles) {
    const detail = `You have opened ${used} files of other users with whole card numbers today, your daily limit. Ask a colleague, or try again tomorrow.`
    throw new HttpError('card_file_quota_used', { detail, retryAfterSeconds: secondsOfDayLeft(now) })
  }
  const cards = use === 'rejected' ? file.error : file.total
  await insertFileReveal(tx, {
    source_filekey,
    use,
    cards,
    revealed_by: caller.id,
    revealed_at: now,
    reason,
    ticket_no,
  })
  const values = { source_filekey, use, cards, reason, ticket_no }
  const changes = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, [null, value] as const]),
  )
  return { resource: 'card', action: 'reveal', id: null, changes: { ...changes, used: [used, used + 1] } }
}
