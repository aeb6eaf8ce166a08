import { may } from '@backoffice/contract/access'
import { maskedCard } from '@backoffice/contract/card-number'
import type { InquiryResult, StoredResult } from '@backoffice/contract/inquiries'
import { maskedNumber } from '../../db/card-number.ts'
import type { Reader } from '../../db/client.ts'
import { RETENTION_DAYS } from '../../db/retention-periods.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { findCardsById, type TransactionSources } from '../transactions/transactions.store.ts'
import { findInquiryOwner, findStoredResult, listCasesOf } from './inquiries.store.ts'

/** Throws 404 for missing inquiries and for those that the caller may not see. */
export async function getVisibleInquiry(
  db: Reader,
  id: string,
  caller: Caller,
): Promise<{ owner_id: string }> {
  const row = await findInquiryOwner(db, id)
  if (!row || (row.owner_id !== caller.id && !may(caller.access, 'inquiry:view-all')))
    throw notFound('Inquiry not found.')
  return row
}

export async function readResult(
  sources: TransactionSources,
  id: string,
  caller: Caller,
  now: Date,
): Promise<InquiryResult> {
  await getVisibleInquiry(sources.db, id, caller)
  const { result, removedAt } = await findStoredResult(sources.db, id)
  if (removedAt) throw new HttpError('answer_removed', { detail: REMOVED })
  if (!result) throw notFound('This inquiry was run over a file. Download the result of that file instead.')
  const stored = { ...result, pending_not_included: result.pending_not_included ?? null }
  return readableResult(sources, stored, caller, now)
}

/**
 * A stored result with the cases that follow its transactions now. Stored results have the last four digits of their
 * cards, and in former releases also the first six. The reply shows the digits that its reader may see.
 */
export async function readableResult(
  { db, ledger }: TransactionSources,
  { cards, criteria, items, ...result }: StoredResult,
  { access }: Caller,
  now: Date,
): Promise<InquiryResult> {
  const ids = may(access, 'card:unmask') ? cards.map(({ card_id }) => card_id) : []
  const [known, cases] = await Promise.all([
    findCardsById(ledger.db, ids),
    listCasesOf({ db, ledger }, { cards, items }, now),
  ])
  return {
    ...result,
    criteria: result.mode === 'CARD' ? { ...criteria, subject: maskedCard(criteria.subject) } : criteria,
    cards: cards.map(({ card_id, card, ...rest }) => {
      const number = known.get(card_id)?.card_number
      return { card_id, card: number ? maskedNumber(number, 'first-six') : maskedCard(card), ...rest }
    }),
    items: items.map(({ card, ...item }) => ({ ...item, card: maskedCard(card) })),
    cases,
  }
}

const REMOVED = `The result was removed ${RETENTION_DAYS.answers} days after the inquiry. Its criteria, owner and outcome stay in Past inquiries. Run it again for current data.`

const notFound = (detail: string) => new HttpError('not_found', { code: 'inquiry_not_found', detail })
