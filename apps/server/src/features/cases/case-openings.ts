import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import {
  CASE_DUE_WORKING_DAYS,
  CASE_STATUS_LABELS,
  caseNumber,
  MAX_PURCHASES,
  postingOutcome,
} from '@backoffice/contract/case-values'
import type { CaseDetail, CaseRow } from '@backoffice/contract/cases'
import type { HandlerInput } from '@backoffice/contract/endpoint'
import { labelOfState } from '@backoffice/contract/objects'
import { type CardNumber, lastFourOf, maskedNumber } from '../../db/card-number.ts'
import type { Tx } from '../../db/client.ts'
import type { Ledger, LedgerReader } from '../../db/ledger.ts'
import { type Changes, changesOf } from '../../kernel/audit.ts'
import { type ItemOutcome, runBulk } from '../../kernel/bulk.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { type Handlers, requirePermission } from '../../kernel/mount.ts'
import { type CardKeys, findCard } from '../transactions/transactions.store.ts'
import { insertNote, insertNotices } from './case-notes.store.ts'
import { requireAssignee } from './case-people.ts'
import {
  findCaseOfPurchase,
  findPendingFree,
  findTransactionsOfTyped,
  insertPurchases,
  type NewPurchase,
  refreshTotals,
} from './case-purchases.store.ts'
import { type CardTransaction, findTransactionsOfCard } from './case-transactions.store.ts'
import {
  type CasesDeps,
  type CaseUser,
  noSuchCase,
  readCase,
  requireNote,
  requireTicket,
  scopeOf,
} from './case-values.ts'
import { findCase, insertCase, type StoredCase, toCaseRow, workingDayAfter } from './cases.store.ts'
import { lockFollowing } from './followed-purchases.store.ts'

type Cases = (typeof api)['cases']
type CaseOpenings = Pick<Handlers<Cases>, 'create' | 'createForCards'>
type PurchaseInput = Pick<HandlerInput<Cases['create']>['body'], 'transaction_ids' | 'typed'>

type Opening = {
  kind: StoredCase['kind']
  ticket_no: string
  assignee: { id: string; name: string } | null
  due_on: string
  note: string | undefined
}

export function caseOpeningHandlers({ ledger, clock }: CasesDeps): CaseOpenings {
  type Input = Pick<HandlerInput<Cases['create']>['body'], 'ticket_no' | 'assignee_id' | 'due_on' | 'note'>
  /** Checked values that cases opened by one call have in common. */
  const readOpening = async (
    tx: Tx,
    kind: Opening['kind'],
    input: Input,
    caller: Caller,
  ): Promise<Opening> => {
    const { today } = scopeOf(caller, clock.now())
    const due_on = input.due_on ?? (await workingDayAfter(tx, today, CASE_DUE_WORKING_DAYS))
    requireDue(due_on, today)
    return {
      kind,
      due_on,
      ticket_no: requireTicket(input.ticket_no),
      assignee: input.assignee_id ? await requireAssignable(tx, caller, input.assignee_id) : null,
      note: input.note?.trim() ? requireNote(input.note) : undefined,
    }
  }
  return {
    create:
      async ({ body }, { caller }) =>
      async (tx) => {
        const now = clock.now()
        const opening = await readOpening(tx, body.kind, body, caller)
        await lockFollowing(tx)
        const card = await requireCard(ledger.during(tx), body.card_id)
        const purchases = await readPurchases(tx, ledger.during(tx), card, body, scopeOf(caller, now).today)
        requireFitting(body.kind, purchases)
        const { id, changes } = await openCase(tx, { card, purchases, opening, caller, now })
        return { resource: await caseAfter(tx, ledger, id, caller, now), audit: [{ id, changes }] }
      },

    createForCards:
      async ({ body }, { caller }) =>
      async (tx) => {
        const now = clock.now()
        const opening = await readOpening(tx, 'LATE_POINTS', body, caller)
        await lockFollowing(tx)
        const items = [...new Set(body.card_ids)].map((id) => ({ id }))
        return runBulk({
          tx,
          items,
          isNew: true,
          apply: ({ id: cardId }) => openForCard(tx, ledger.during(tx), cardId, opening, caller, now),
        })
      },
  }
}

/** Opens a case with the oldest pending purchases of a card that no other open case has. */
async function openForCard(
  tx: Tx,
  ledger: LedgerReader,
  cardId: string,
  opening: Opening,
  caller: Caller,
  now: Date,
): Promise<ItemOutcome<CaseRow>> {
  const card = await requireCard(ledger, cardId)
  const { free, held } = await findPendingFree(tx, ledger, card.card_number, MAX_PURCHASES)
  if (free.length === 0) {
    if (held) throw await alreadyInCase(tx, card.card_number, held, caller)
    throw invalidField('card_ids', 'nothing_pending', 'This card has no pending purchases.')
  }
  const purchases = free.map(followed)
  const { id, changes } = await openCase(tx, { card, purchases, opening, caller, now })
  const found = await findCase(tx, id, { ...scopeOf(caller, now), owner: null })
  if (!found) throw noSuchCase()
  return { outcome: 'done', row: toCaseRow(found), changes }
}

type NewCase = {
  card: CardKeys
  purchases: readonly NewPurchase[]
  opening: Opening
  caller: Caller
  now: Date
}

async function openCase(
  tx: Tx,
  { card, purchases, opening, caller, now }: NewCase,
): Promise<{ id: string; changes: Changes }> {
  const { assignee, note, ...values } = opening
  const { id, case_no } = await insertCase(tx, {
    ...values,
    card_id: card.card_id,
    last_four: lastFourOf(card.card_number),
    assignee_id: assignee?.id ?? null,
    opened_by: caller.id,
    opened_at: now,
  })
  await addPurchases(tx, id, card, purchases, caller)
  if (note) await insertNote(tx, { case_id: id, at: now, author_id: caller.id, body: note, mentions: [] })
  const opened = {
    ...values,
    case_no: caseNumber(case_no),
    card: maskedNumber(card.card_number),
    assignee: assignee?.name ?? null,
    purchases: purchases.map(describePurchase),
  }
  if (assignee && assignee.id !== caller.id) {
    const text = `${caller.name} opened ${opened.case_no} for you.`
    await insertNotices(tx, [{ user_id: assignee.id, case_id: id, at: now, text }])
  }
  const fields = ['case_no', 'kind', 'card', 'ticket_no', 'due_on', 'assignee', 'purchases'] as const
  return { id, changes: changesOf({}, opened, fields) }
}

/** The case after a write, which may have ended the caller’s view of it. */
export async function caseAfter(
  tx: Tx,
  ledger: Ledger,
  id: string,
  caller: Caller,
  now: Date,
): Promise<CaseDetail> {
  const found = await findCase(tx, id, { ...scopeOf(caller, now), owner: null })
  if (!found) throw noSuchCase()
  return readCase(tx, ledger.during(tx), found, caller, now)
}

export function requireDue(dueOn: string, today: string): void {
  if (dueOn < today) throw invalidField('due_on', 'invalid', 'The due date is in the past.')
}

export async function requireCard(ledger: LedgerReader, cardId: string): Promise<CardKeys> {
  const card = await findCard(ledger, cardId)
  if (!card) throw invalidField('card_id', 'card_not_found', 'There is no such card. Run an inquiry first.')
  return card
}

/** Users without `case:assign` may only take a case themselves. */
async function requireAssignable(tx: Tx, caller: Caller, userId: string) {
  if (userId !== caller.id) requirePermission(caller, 'case:assign')
  return requireAssignee(tx, userId)
}

export const tooManyPurchases = () =>
  invalidField('transaction_ids', 'too_many', `A case has at most ${MAX_PURCHASES} purchases.`)

/** Transactions of the card and typed purchases, matched if they have arrived, as they are stored with a case. */
export async function readPurchases(
  tx: Tx,
  ledger: LedgerReader,
  { card_number }: CardKeys,
  { transaction_ids = [], typed = [] }: PurchaseInput,
  today: string,
): Promise<NewPurchase[]> {
  const ids = [...new Set(transaction_ids)]
  if (ids.length + typed.length > MAX_PURCHASES) throw tooManyPurchases()
  const found = await findTransactionsOfCard(ledger, card_number, ids)
  if (found.length < ids.length)
    throw invalidField('transaction_ids', 'not_found', 'A transaction does not belong to this card.')
  const future = typed.find(({ business_date }) => business_date > today)
  if (future) throw invalidField('typed', 'E006', 'The date of a purchase is in the future.')
  const written = typed.map(({ branch_code, receipt_no, ...row }) => ({
    ...row,
    card_number,
    branch_code: branch_code.trim().toUpperCase(),
    receipt_no: receipt_no.trim().toUpperCase(),
  }))
  const arrived = await findTransactionsOfTyped(tx, ledger, written)
  const keys = written.map(
    ({ branch_code, receipt_no }, index) => arrived[index]?.transaction_id ?? `${branch_code} ${receipt_no}`,
  )
  if (new Set([...ids, ...keys]).size < ids.length + keys.length)
    throw invalidField('typed', 'E008', 'A purchase is entered twice.')
  return [
    ...found.map(followed),
    ...written.map(({ card_number: _, points_expected, ...row }, index) => ({
      ...row,
      transaction_id: arrived[index]?.transaction_id ?? null,
      company_code: arrived[index]?.company_code ?? null,
      points_expected: points_expected ?? arrived[index]?.points ?? null,
      status_seen: arrived[index]?.status ?? null,
    })),
  ]
}

/** A case that would close at once is a mistake in its kind. */
function requireFitting(kind: StoredCase['kind'], purchases: readonly NewPurchase[]): void {
  const outcome = postingOutcome(
    kind,
    purchases.map(({ status_seen }) => status_seen),
  )
  if (outcome === 'POSTED')
    throw invalidField('kind', 'already_posted', 'These points are posted. Choose Wrong points or Other.')
  if (outcome === 'NOT_OWED')
    throw invalidField('kind', 'reversed', 'These purchases are reversed. Choose Wrong points or Other.')
}

export async function addPurchases(
  tx: Tx,
  caseId: string,
  card: CardKeys,
  purchases: readonly NewPurchase[],
  caller: Caller,
): Promise<void> {
  const [refused] = await insertPurchases(tx, caseId, card.card_number, purchases)
  if (refused) throw await alreadyInCase(tx, card.card_number, refused, caller)
  await refreshTotals(tx, caseId)
}

/** Names the open case that has the purchase; with a link for those who may see it. */
export async function alreadyInCase(
  tx: Tx,
  cardNumber: CardNumber,
  purchase: Pick<NewPurchase, 'transaction_id' | 'branch_code' | 'receipt_no'>,
  { id, access }: CaseUser,
): Promise<HttpError> {
  const found = await findCaseOfPurchase(tx, cardNumber, purchase)
  // It ended a moment ago.
  if (!found) return new HttpError('purchase_in_case')
  const { case_no, status, assignee_name: assignee, opened_by, assignee_id } = found
  const isVisible = may(access, 'case:view-all') || id === opened_by || id === assignee_id
  const held = assignee ? `assigned to ${assignee}` : 'unassigned'
  return new HttpError('purchase_in_case', {
    detail: `A purchase is already in ${case_no} (${labelOfState(CASE_STATUS_LABELS, status).toLowerCase()}, ${held}).`,
    usedBy: [{ label: case_no, count: 1, link: isVisible ? `/cases/${case_no}` : null }],
  })
}

/** A purchase in the audit trail, such as `2026-10-20 0101 N000952061`. */
export function describePurchase(
  purchase: Pick<NewPurchase, 'business_date' | 'branch_code' | 'receipt_no'>,
): string {
  const { business_date, branch_code, receipt_no } = purchase
  return [business_date, branch_code, receipt_no].filter(Boolean).join(' ')
}

function followed({ status, points, posted_at: _, reject_reason: __, ...row }: CardTransaction): NewPurchase {
  return { ...row, points_expected: points, status_seen: status }
}
