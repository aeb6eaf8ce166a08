import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { maskedCard } from '@backoffice/contract/card-number'
import {
  CASE_DUE_WORKING_DAYS,
  CASE_STATUS_LABELS,
  MAX_CASE_PURCHASES,
  MAX_NOTE_LENGTH,
  postingOutcome,
} from '@backoffice/contract/cases'
import type { HandlerInput } from '@backoffice/contract/endpoint'
import type { Tx } from '../../db/client.ts'
import { changesOf } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { type Handlers, requirePermission } from '../../kernel/mount.ts'
import { recordOpening } from './case-changes.store.ts'
import { insertNote, insertNotices } from './case-notes.store.ts'
import { requireAssignee, requireReaders } from './case-people.ts'
import {
  deletePurchase,
  findCaseOfPurchase,
  findFollowed,
  insertPurchases,
  type NewPurchase,
  refreshTotals,
} from './case-purchases.store.ts'
import {
  type CasesDeps,
  lockVersion,
  maskedText,
  noSuchCase,
  readCase,
  requireOpen,
  requireTicket,
  scopeOf,
} from './case-values.ts'
import {
  type CardOfCase,
  findCardOfCase,
  findCase,
  insertCase,
  lockCase,
  type StoredCase,
  toCaseRow,
  updateCase,
  workingDayAfter,
} from './cases.store.ts'

type Cases = (typeof api)['cases']
type CaseWrites = Pick<Handlers<Cases>, 'create' | 'update' | 'addPurchases' | 'removePurchase' | 'addNote'>
type PurchaseInput = Pick<HandlerInput<Cases['create']>['body'], 'transaction_ids' | 'typed'>

export function caseWriteHandlers(deps: CasesDeps): CaseWrites {
  const { clock } = deps
  /** The case after a write. */
  const after = async (tx: Tx, id: string, caller: Caller) => {
    const now = clock.now()
    const found = await findCase(tx, id, { ...scopeOf(caller, now), owner: null })
    if (!found) throw noSuchCase()
    return readCase(tx, found, caller, now)
  }
  return {
    create: async ({ body }, { caller }) => {
      const ticket_no = requireTicket(body.ticket_no)
      const note = body.note?.trim() ? requireNote(body.note) : undefined
      return async (tx) => {
        const now = clock.now()
        const { today } = scopeOf(caller, now)
        const card = await requireCard(tx, body.card_id)
        const purchases = await readPurchases(tx, card, body, today)
        requireFitting(body.kind, purchases)
        const assignee = body.assignee_id ? await requireAssignable(tx, caller, body.assignee_id) : null
        const due_on = body.due_on ?? (await workingDayAfter(tx, today, CASE_DUE_WORKING_DAYS))
        requireDue(due_on, today)
        const { kind, card_id } = body
        const values = { kind, card_id, ticket_no, due_on }
        const { id } = await insertCase(tx, {
          ...values,
          last_four: card.last_four,
          assignee_id: assignee?.id ?? null,
          opened_by: caller.id,
          opened_at: now,
        })
        await addAll(tx, id, card, purchases, caller)
        await recordOpening(tx, id)
        if (note)
          await insertNote(tx, { case_id: id, at: now, author_id: caller.id, body: note, mentions: [] })
        const resource = await after(tx, id, caller)
        if (assignee && assignee.id !== caller.id)
          await insertNotices(tx, [
            {
              user_id: assignee.id,
              case_id: id,
              at: now,
              text: `${caller.name} opened ${resource.case_no} for you.`,
            },
          ])
        const { card_id: _, ...recorded } = values
        const changes = changesOf(
          {},
          {
            case_no: resource.case_no,
            ...recorded,
            card: maskedCard(card.card_number),
            assignee: assignee?.name ?? null,
            purchases: purchases.map(describe),
          },
          ['case_no', 'kind', 'card', 'ticket_no', 'due_on', 'assignee', 'purchases'],
        )
        return { resource, audit: [{ id, changes }] }
      }
    },

    update: async ({ params, body }, { caller }) => {
      const { version, ...values } = body
      const ticket_no = values.ticket_no === undefined ? undefined : requireTicket(values.ticket_no)
      return async (tx) => {
        const now = clock.now()
        const scope = scopeOf(caller, now)
        const found = await lockVersion(tx, params.id, version, scope)
        requireOpen(found)
        if (values.due_on !== undefined && values.due_on !== found.due_on)
          requireDue(values.due_on, scope.today)
        const next = { ...found, ...values, ...(ticket_no !== undefined && { ticket_no }) }
        const changes = changesOf(found, next, ['kind', 'ticket_no', 'due_on'])
        if (Object.keys(changes).length === 0)
          return { resource: await after(tx, found.id, caller), unchanged: true }
        const { kind, due_on } = next
        await updateCase(tx, found.id, { kind, due_on, ticket_no: next.ticket_no }, now)
        return { resource: await after(tx, found.id, caller), audit: [{ changes }] }
      }
    },

    addPurchases:
      async ({ params, body }, { caller }) =>
      async (tx) => {
        const now = clock.now()
        const scope = scopeOf(caller, now)
        const found = await lockVersion(tx, params.id, body.version, scope)
        requireOpen(found)
        const card = await requireCard(tx, found.card_id)
        const purchases = await readPurchases(tx, card, body, scope.today)
        if (purchases.length === 0) throw invalidField('transaction_ids', 'E001', 'Choose a purchase to add.')
        if (found.purchases + purchases.length > MAX_CASE_PURCHASES) throw tooMany()
        await addAll(tx, found.id, card, purchases, caller)
        await recordOpening(tx, found.id)
        await updateCase(tx, found.id, {}, now)
        const changes = { purchases: [null, purchases.map(describe)] as const }
        return { resource: await after(tx, found.id, caller), audit: [{ changes }] }
      },

    removePurchase:
      async ({ params, body }, { caller }) =>
      async (tx) => {
        const now = clock.now()
        const scope = scopeOf(caller, now)
        const found = await lockVersion(tx, params.id, body.version, scope)
        requireOpen(found)
        const { purchases } = await readCase(tx, found, caller, now)
        const removed = purchases.find(({ no }) => no === body.no)
        if (!removed || !(await deletePurchase(tx, found.id, body.no)))
          throw invalidField('no', 'not_found', 'This purchase is not in the case.')
        await refreshTotals(tx, found.id)
        await updateCase(tx, found.id, {}, now)
        const changes = { purchases: [[describe(removed)], null] as const }
        return { resource: await after(tx, found.id, caller), audit: [{ changes }] }
      },

    addNote: async ({ params, body }, { caller }) => {
      const text = requireNote(body.text)
      return async (tx) => {
        const now = clock.now()
        // Locked, so that the readers stay the same until the note is written.
        const found = await lockCase(tx, params.id, scopeOf(caller, now))
        if (!found) throw noSuchCase()
        const readers = await requireReaders(tx, found, body.mentions ?? [])
        const mentions = readers.map(({ id }) => id)
        await insertNote(tx, { case_id: found.id, at: now, author_id: caller.id, body: text, mentions })
        const { case_no } = toCaseRow(found)
        await insertNotices(
          tx,
          mentions
            .filter((id) => id !== caller.id)
            .map((user_id) => ({
              ...{ user_id, case_id: found.id, at: now },
              text: `${caller.name} mentioned you in ${case_no}.`,
            })),
        )
        const changes = {
          note: [null, text] as const,
          ...(readers.length > 0 && { mentions: [null, readers.map(({ name }) => name)] as const }),
        }
        return { resource: await after(tx, found.id, caller), audit: [{ changes }] }
      }
    },
  }
}

async function requireCard(tx: Tx, cardId: string): Promise<CardOfCase> {
  const card = await findCardOfCase(tx, cardId)
  if (!card) throw invalidField('card_id', 'card_not_found', 'There is no such card. Run an inquiry first.')
  return card
}

/** Users without `case:assign` may only take a case themselves. */
async function requireAssignable(tx: Tx, caller: Caller, userId: string) {
  if (userId.toLowerCase() !== caller.id) requirePermission(caller, 'case:assign')
  return requireAssignee(tx, userId)
}

function requireDue(dueOn: string, today: string): void {
  if (dueOn < today) throw invalidField('due_on', 'invalid', 'The due date is in the past.')
}

function requireNote(text: string): string {
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

const tooMany = () =>
  invalidField('transaction_ids', 'too_many', `A case has at most ${MAX_CASE_PURCHASES} purchases.`)

/** Transactions of the card and typed purchases, as they are stored with a case. */
async function readPurchases(
  tx: Tx,
  card: CardOfCase,
  { transaction_ids = [], typed = [] }: PurchaseInput,
  today: string,
): Promise<NewPurchase[]> {
  const ids = [...new Set(transaction_ids)]
  if (ids.length + typed.length > MAX_CASE_PURCHASES) throw tooMany()
  const found = await findFollowed(tx, card.card_number, ids)
  if (found.length < ids.length)
    throw invalidField('transaction_ids', 'not_found', 'A transaction does not belong to this card.')
  const keys = typed.map(({ branch_code, receipt_no }) => `${branch_code} ${receipt_no}`.toUpperCase().trim())
  if (new Set(keys).size < keys.length) throw invalidField('typed', 'E008', 'A purchase is entered twice.')
  const future = typed.find(({ business_date }) => business_date > today)
  if (future) throw invalidField('typed', 'E006', 'The date of a purchase is in the future.')
  return [
    ...found.map(({ status, points, ...row }) => ({ ...row, points_expected: points, status_seen: status })),
    ...typed.map(({ points_expected = null, ...row }) => ({
      ...row,
      branch_code: row.branch_code.trim().toUpperCase(),
      receipt_no: row.receipt_no.trim().toUpperCase(),
      transaction_id: null,
      company_code: null,
      points_expected,
      status_seen: null,
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

async function addAll(
  tx: Tx,
  caseId: string,
  card: CardOfCase,
  purchases: readonly NewPurchase[],
  caller: Caller,
): Promise<void> {
  const [refused] = await insertPurchases(tx, caseId, card.card_number, purchases)
  if (refused) throw await alreadyInCase(tx, card.card_number, refused, caller)
  await refreshTotals(tx, caseId)
}

/** Names the open case that has the purchase; its id only for those who may see it. */
export async function alreadyInCase(
  tx: Tx,
  cardNumber: string,
  purchase: Pick<NewPurchase, 'transaction_id' | 'branch_code' | 'receipt_no'>,
  { id, access }: Caller,
): Promise<HttpError> {
  const found = await findCaseOfPurchase(tx, cardNumber, purchase)
  // It ended a moment ago.
  if (!found) return new HttpError('purchase_in_case')
  const { case_no, status, assignee_name: assignee, opened_by, assignee_id } = found
  const isVisible = may(access, 'case:view-all') || id === opened_by || id === assignee_id
  const held = assignee ? `assigned to ${assignee}` : 'unassigned'
  return new HttpError('purchase_in_case', {
    detail: `A purchase is already in ${case_no} (${CASE_STATUS_LABELS[status].toLowerCase()}, ${held}).`,
    current: { id: isVisible ? found.id : null, case_no, status, assignee },
  })
}

/** `2026-10-20 0101 N000952061`: a purchase in the audit trail. */
function describe(purchase: Pick<NewPurchase, 'business_date' | 'branch_code' | 'receipt_no'>): string {
  const { business_date, branch_code, receipt_no } = purchase
  return [business_date, branch_code, receipt_no].filter(Boolean).join(' ')
}
