import { may } from '@backoffice/contract/access'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import {
  CASE_STATUS_LABELS,
  type CaseTransition,
  canCaseTransition,
  isOpenCase,
  MAX_NOTE_LENGTH,
} from '@backoffice/contract/case-values'
import type { CaseDetail } from '@backoffice/contract/cases'
import { checkTicket } from '@backoffice/contract/inquiry-criteria'
import { labelOfState } from '@backoffice/contract/objects'
import type { Database, Reader, Tx } from '../../db/client.ts'
import type { Ledger, LedgerReader } from '../../db/ledger.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Caller } from '../../kernel/caller.ts'
import { manilaDay } from '../../kernel/clock.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { requireVersion } from '../../kernel/version.ts'
import { findCardSummary } from '../inquiries/result.store.ts'
import type { RevealDeps } from '../reveals/reveal.ts'
import { listNotes } from './case-notes.store.ts'
import { listPurchases } from './case-purchases.store.ts'
import { type CaseScope, findCase, lockCase, type StoredCase, toCaseRow } from './cases.store.ts'

export type CasesDeps = RevealDeps & { db: Database; ledger: Ledger; sendJob: SendJob }

/** The user of a call, or of a posting reply. */
export type CaseUser = Pick<Caller, 'id' | 'name' | 'access'>

export function scopeOf({ id, access }: Pick<CaseUser, 'id' | 'access'>, now: Date): CaseScope {
  return { viewer: id, owner: may(access, 'case:view-all') ? null : id, today: manilaDay(now) }
}

export function noSuchCase(): HttpError {
  return new HttpError('not_found', { code: 'case_not_found', detail: 'There is no such case.' })
}

/** Throws 404 for missing cases and for those that the caller may not see. */
export async function getVisibleCase(db: Reader, id: string, caller: Caller, now: Date): Promise<StoredCase> {
  const found = await findCase(db, id, scopeOf(caller, now))
  if (!found) throw noSuchCase()
  return found
}

export async function readCase(
  db: Reader,
  ledger: LedgerReader,
  found: StoredCase,
  { access }: Caller,
  now: Date,
): Promise<CaseDetail> {
  return {
    ...toCaseRow(found),
    reason: found.reason,
    card_summary: await findCardSummary(ledger, found.card_id, may(access, 'card:unmask')),
    purchases: await listPurchases(db, ledger, found.id, manilaDay(now)),
    checked_at: now.toISOString(),
    notes: await listNotes(db, found.id),
  }
}

/** Locks a case at the version that the caller saw. */
export async function lockVersion(
  tx: Tx,
  id: string,
  version: number,
  scope: CaseScope,
): Promise<StoredCase> {
  const found = await lockCase(tx, id, scope)
  if (!found) throw noSuchCase()
  requireVersion(found.version, version, toCaseRow(found), 'Someone else changed this case first.')
  return found
}

export function requireTransition(found: StoredCase, step: CaseTransition): void {
  if (canCaseTransition(found.status, step)) return
  const state = labelOfState(CASE_STATUS_LABELS, found.status).toLowerCase()
  const isAgain = step === 'send' && found.status === 'SENT'
  const detail = `${toCaseRow(found).case_no} ${isAgain ? 'was already' : 'is'} ${state}.`
  throw new HttpError('case_state_conflict', { detail, current: toCaseRow(found) })
}

/** Throws 409 for a case that is resolved or rejected. */
export function requireOpen(found: StoredCase): void {
  if (!isOpenCase(found.status)) requireTransition(found, 'resolve')
}

export function requireTicket(text: string): string {
  const problem = checkTicket(text)
  if (problem) throw invalidField('ticket_no', 'invalid', problem)
  return text.trim()
}

/** Trimmed, with card numbers masked, because notes and reasons are kept for years. */
export function maskedText(text: string): string {
  return maskCardNumbers(text.trim())
}

/** Text of a note, with card numbers masked. */
export function requireNote(text: string): string {
  const masked = maskedText(text)
  if (masked === '') throw invalidField('text', 'E001', 'Enter Note')
  if (masked.length > MAX_NOTE_LENGTH)
    throw invalidField(
      'text',
      'E004',
      `A note has at most ${MAX_NOTE_LENGTH.toLocaleString('en')} characters.`,
    )
  return masked
}
