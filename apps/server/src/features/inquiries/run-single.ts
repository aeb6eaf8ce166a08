import { randomUUID } from 'node:crypto'
import type { api } from '@backoffice/contract/api'
import type { HandlerInput } from '@backoffice/contract/endpoint'
import type { StoredResult } from '@backoffice/contract/inquiries'
import {
  checkRange,
  checkSubject,
  checkTicket,
  type SingleMode,
  withoutSeparators,
} from '@backoffice/contract/inquiry-criteria'
import type { Config } from '../../config/config.ts'
import { cardNumberOf, maskedNumber } from '../../db/card-number.ts'
import type { Database, Tx } from '../../db/client.ts'
import type { LedgerReader } from '../../db/ledger.ts'
import type { AuditEntry } from '../../kernel/audit.ts'
import { type Clock, manilaDay, secondsOfDayLeft, startOfToday } from '../../kernel/clock.ts'
import { type FieldError, HttpError, invalidFields } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireKnownCodes } from '../transactions/known-codes.store.ts'
import { type CardKeys, findCard, type TransactionSources } from '../transactions/transactions.store.ts'
import { insertResult } from './inquiries.store.ts'
import { readableResult } from './inquiry-access.ts'
import { claimInquiry, countSubjects, endClaim } from './inquiry-quotas.store.ts'
import { findResult, type InquiryRequest } from './result.store.ts'

type Inquiries = (typeof api)['inquiries']
type Body = HandlerInput<Inquiries['run']>['body']

const SUBJECT_FIELDS = { CARD: 'card_number', ACCOUNT: 'account_number', REFERENCE: 'reference' } as const

type Deps = TransactionSources & {
  clock: Clock
  quotas: Pick<Config['quotas'], 'notFoundReplies' | 'differentCards'>
}

/** Runs an inquiry over one card, account or reference, and stores it with its result. */
export function runSingle({ clock, quotas, ...sources }: Deps): Handlers<Inquiries>['run'] {
  return async ({ body }, { caller }) => {
    const now = clock.now()
    const request = await readRequest(sources.ledger.db, body, manilaDay(now))
    const [id, userId] = [randomUUID(), caller.id]
    await claim(sources.db, request.filters, { id, userId, now, most: quotas.notFoundReplies })
    const found = await findResult(sources, request)
    const result: StoredResult = {
      id,
      mode: request.mode,
      purpose: body.purpose,
      ticket_no: request.ticketNo,
      owner: { id: caller.id, name: caller.name },
      created_at: now.toISOString(),
      as_of: request.asOf,
      criteria: {
        subject: request.shownAs,
        card_id: request.mode === 'CARD' ? (found.cards[0]?.card_id ?? null) : null,
        date_from: request.dateFrom,
        date_to: request.dateTo,
        ...request.filters,
      },
      ...found,
    }
    const resource = await readableResult(sources, result, caller, now)
    const store = async (tx: Tx) => {
      const { mode, purpose, ticket_no, as_of, criteria, outcome, totals } = result
      const { subject, card_id, date_from, date_to } = criteria
      await insertResult(tx, {
        ...{ id, mode, subject, card_id, purpose, ticket_no, as_of, date_from, date_to, outcome },
        rows: totals.rows,
        pending: totals.pending,
        criteria,
        answer: result,
        owner_id: userId,
        created_at: now,
      })
      await endClaim(tx, id)
      const { card_id: _, ...recorded } = criteria
      const values = { mode, purpose, ticket_no, ...recorded, outcome, rows: totals.rows }
      const present = Object.entries(values).filter(([, value]) => value !== undefined)
      const changes = Object.fromEntries(present.map(([field, value]) => [field, [null, value] as const]))
      const further = await exceeded(tx, { id, userId, now, most: quotas.differentCards })
      return { resource, audit: [{ id, changes }, ...further] as const }
    }
    return Object.assign(store, { discard: () => endClaim(sources.db, id) })
  }
}

/** Claims the inquiry, or refuses it for the rest of the day after too many without a result, to prevent guessing. */
async function claim(
  db: Database,
  codes: InquiryRequest['filters'],
  { id, userId, now, most }: { id: string; userId: string; now: Date; most: number },
): Promise<void> {
  const isClaimed = await db.transaction().execute(async (tx) => {
    await requireKnownCodes(tx, codes)
    return claimInquiry(tx, { id, userId, now, since: startOfToday(now), most })
  })
  if (isClaimed) return
  const detail = `${most} of your inquiries found nothing today or are still running, your daily limit. Ask a colleague, or try again tomorrow.`
  throw new HttpError('not_found_quota_used', { detail, retryAfterSeconds: secondsOfDayLeft(now) })
}

/** Event of the inquiry that exceeds the number of different cards a day. */
async function exceeded(
  tx: Tx,
  { id, userId, now, most }: { id: string; userId: string; now: Date; most: number },
): Promise<AuditEntry[]> {
  const { all, others } = await countSubjects(tx, { id, userId, since: startOfToday(now) })
  if (all <= most || others > most) return []
  return [{ resource: 'inquiry', action: 'exceed', id: null, changes: { different_cards: [most, all] } }]
}

/** Request after validation. Throws 422 with all field errors. */
async function readRequest(ledger: LedgerReader, body: Body, today: string): Promise<InquiryRequest> {
  // Mode FILE is handled by `confirm`.
  const mode = body.mode as SingleMode
  const { tran_classes, company_code, branch_code, terminal_id, statuses } = body
  const [date_from = '', date_to = ''] = [body.date_from, body.date_to]
  const field = SUBJECT_FIELDS[mode]
  const card =
    mode === 'CARD' && body.card_id !== undefined ? await findCard(ledger, body.card_id) : undefined
  const typed = body[field] ?? ''
  const range = checkRange({ date_from, date_to }, today)
  const problems: [string, string | undefined][] = [
    [field, card ? undefined : checkSubject(mode, typed)],
    [range?.field ?? 'date_from', range?.message],
    ['ticket_no', checkTicket(body.ticket_no)],
  ]
  const wrong = problems.flatMap(([name, message]): FieldError[] =>
    message === undefined ? [] : [{ field: name, code: 'invalid', message }],
  )
  if (wrong.length > 0) throw invalidFields(wrong)
  return {
    ...subjectOf(mode, typed, card),
    ticketNo: body.ticket_no.trim(),
    dateFrom: date_from,
    dateTo: date_to,
    asOf: today,
    filters: {
      ...(tran_classes?.length && { tran_classes }),
      ...(company_code && { company_code: company_code.toUpperCase() }),
      ...(branch_code && { branch_code: branch_code.toUpperCase() }),
      ...(terminal_id && { terminal_id: terminal_id.toUpperCase() }),
      ...(statuses?.length && { statuses }),
    },
  }
}

/** Subject of a request after validation. */
export function subjectOf(mode: SingleMode, typed: string, card?: CardKeys) {
  if (mode === 'CARD') {
    const value = card?.card_number ?? cardNumberOf(withoutSeparators(typed))
    return { mode, value, shownAs: maskedNumber(value) }
  }
  const value = mode === 'REFERENCE' ? typed.trim() : withoutSeparators(typed)
  return { mode, value, shownAs: value }
}
