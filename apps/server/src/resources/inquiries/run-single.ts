import { randomUUID } from 'node:crypto'
import type { api } from '@backoffice/contract/api'
import { maskedCard } from '@backoffice/contract/card-number'
import type { HandlerInput } from '@backoffice/contract/endpoint'
import type { StoredResult } from '@backoffice/contract/endpoints/inquiries'
import {
  checkRange,
  checkSubject,
  checkTicket,
  type SingleMode,
  withoutSeparators,
} from '@backoffice/contract/inquiry-criteria'
import { type Clock, manilaDay, secondsOfDayLeft, startOfToday } from '../../adapters/clock.ts'
import type { Config } from '../../config.ts'
import type { Tx } from '../../db/client.ts'
import type { LedgerReader } from '../../db/ledger.ts'
import { type FieldError, HttpError, invalidFields } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireKnownCodes } from '../transactions/known-codes.store.ts'
import { findCard, type TransactionSources } from '../transactions/transactions.store.ts'
import { countNotFound, insertResult } from './inquiries.store.ts'
import { readableResult } from './inquiry-access.ts'
import { findResult, type InquiryRequest } from './result.store.ts'

type Inquiries = (typeof api)['inquiries']
type Body = HandlerInput<Inquiries['run']>['body']

const SUBJECT_FIELDS = { CARD: 'card_number', ACCOUNT: 'account_number', REFERENCE: 'reference' } as const

type Deps = TransactionSources & { clock: Clock; quotas: Pick<Config['quotas'], 'notFoundReplies'> }

/** Runs an inquiry over one card, account or reference, and stores it with its result. */
export function runSingle({ clock, quotas, ...sources }: Deps): Handlers<Inquiries>['run'] {
  return async ({ body }, { caller }) => {
    const now = clock.now()
    const request = await readRequest(sources.ledger.db, body, manilaDay(now))
    const found = await findResult(sources, request)
    const result: StoredResult = {
      id: randomUUID(),
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
    return async (tx) => {
      await requireKnownCodes(tx, request.filters)
      await requireNotFoundQuota(tx, caller.id, now, quotas.notFoundReplies)
      const { id, mode, purpose, ticket_no, as_of, criteria, outcome, totals } = result
      const { subject, card_id, date_from, date_to } = criteria
      await insertResult(tx, {
        ...{ id, mode, subject, card_id, purpose, ticket_no, as_of, date_from, date_to, outcome },
        rows: totals.rows,
        pending: totals.pending,
        criteria,
        answer: result,
        owner_id: caller.id,
        created_at: now,
      })
      const { card_id: _, ...recorded } = criteria
      const values = { mode, purpose, ticket_no, ...recorded, outcome, rows: totals.rows }
      const present = Object.entries(values).filter(([, value]) => value !== undefined)
      const changes = Object.fromEntries(present.map(([field, value]) => [field, [null, value] as const]))
      return { resource, audit: [{ id, changes }] }
    }
  }
}

/** Refuses inquiries for the rest of the day after too many without a result, to prevent guessing of card numbers. */
async function requireNotFoundQuota(tx: Tx, userId: string, now: Date, most: number): Promise<void> {
  const used = await countNotFound(tx, userId, startOfToday(now))
  if (used < most) return
  const detail = `${used} of your inquiries found nothing today, your daily limit. Ask a colleague, or try again tomorrow.`
  throw new HttpError('not_found_quota_used', { detail, retryAfterSeconds: secondsOfDayLeft(now) })
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
  const typed = card?.card_number ?? body[field] ?? ''
  const range = checkRange({ date_from, date_to }, today)
  const problems: [string, string | undefined][] = [
    [field, checkSubject(mode, typed)],
    [range?.field ?? 'date_from', range?.message],
    ['ticket_no', checkTicket(body.ticket_no)],
  ]
  const wrong = problems.flatMap(([name, message]): FieldError[] =>
    message === undefined ? [] : [{ field: name, code: 'invalid', message }],
  )
  if (wrong.length > 0) throw invalidFields(wrong)
  const value = mode === 'REFERENCE' ? typed.trim() : withoutSeparators(typed)
  return {
    mode,
    value,
    ticketNo: body.ticket_no.trim(),
    dateFrom: date_from,
    dateTo: date_to,
    asOf: today,
    shownAs: mode === 'CARD' ? maskedCard(value) : value,
    filters: {
      ...(tran_classes?.length && { tran_classes }),
      ...(company_code && { company_code: company_code.toUpperCase() }),
      ...(branch_code && { branch_code: branch_code.toUpperCase() }),
      ...(terminal_id && { terminal_id: terminal_id.toUpperCase() }),
      ...(statuses?.length && { statuses }),
    },
  }
}
