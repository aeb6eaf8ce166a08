import { randomUUID } from 'node:crypto'
import type { api } from '@backoffice/contract/api'
import { maskedCard } from '@backoffice/contract/card-number'
import type { HandlerInput } from '@backoffice/contract/endpoint'
import type { InquiryAnswer } from '@backoffice/contract/endpoints/inquiries'
import {
  checkRange,
  checkSubject,
  checkTicket,
  type SingleMode,
  withoutSeparators,
} from '@backoffice/contract/inquiry-criteria'
import { type Clock, manilaDay, secondsOfDayLeft, startOfToday } from '../../adapters/clock.ts'
import type { Config } from '../../config.ts'
import type { Database, Tx } from '../../db/client.ts'
import { type FieldError, HttpError, invalidFields } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireKnownCodes } from '../transactions/known-codes.store.ts'
import { type Asked, findAsked, numberOfCard } from './answer.store.ts'
import { countNotFound, insertAnswer } from './inquiries.store.ts'
import { maskForReader } from './inquiry-access.ts'

type Inquiries = (typeof api)['inquiries']
type Body = HandlerInput<Inquiries['run']>['body']

const SUBJECT_FIELDS = { CARD: 'card_number', ACCOUNT: 'account_number', REFERENCE: 'reference' } as const

type Deps = { db: Database; clock: Clock; quotas: Pick<Config['quotas'], 'notFoundReplies'> }

/** Answers at once: the cards, their transactions in the range, and totals. What was answered is stored with it. */
export function answerInquiry({ db, clock, quotas }: Deps): Handlers<Inquiries>['run'] {
  return async ({ body }, { caller }) => {
    const now = clock.now()
    const asked = await readAsked(db, body, manilaDay(now))
    const found = await findAsked(db, asked)
    const answer: InquiryAnswer = {
      id: randomUUID(),
      mode: asked.mode,
      purpose: body.purpose,
      ticket_no: asked.ticketNo,
      owner: { id: caller.id, name: caller.name },
      created_at: now.toISOString(),
      as_of: asked.asOf,
      criteria: {
        subject: asked.shownAs,
        card_id: asked.mode === 'CARD' ? (found.cards[0]?.card_id ?? null) : null,
        date_from: asked.dateFrom,
        date_to: asked.dateTo,
        ...asked.filters,
      },
      ...found,
    }
    const resource = await maskForReader(db, answer, caller)
    return async (tx) => {
      await requireKnownCodes(tx, asked.filters)
      await requireNotFoundQuota(tx, caller.id, now, quotas.notFoundReplies)
      const { id, mode, purpose, ticket_no, as_of, criteria, outcome, totals } = answer
      const { subject, card_id, date_from, date_to } = criteria
      await insertAnswer(tx, {
        ...{ id, mode, subject, card_id, purpose, ticket_no, as_of, date_from, date_to, outcome },
        rows: totals.rows,
        criteria,
        answer,
        owner_id: caller.id,
        created_at: now,
      })
      const { card_id: _, ...recorded } = criteria
      const values = { mode, purpose, ticket_no, ...recorded, outcome, rows: totals.rows }
      const given = Object.entries(values).filter(([, value]) => value !== undefined)
      const changes = Object.fromEntries(given.map(([field, value]) => [field, [null, value] as const]))
      return { resource, audit: [{ id, changes }] }
    }
  }
}

/** Once too many found nothing, no more are answered that day: trying numbers is how a card is guessed. */
async function requireNotFoundQuota(tx: Tx, userId: string, now: Date, most: number): Promise<void> {
  const used = await countNotFound(tx, userId, startOfToday(now))
  if (used < most) return
  const detail = `${used} of your inquiries found nothing today, as many as one person may have. Ask a colleague, or go on tomorrow.`
  throw new HttpError('not_found_quota_used', { detail, retryAfterSeconds: secondsOfDayLeft(now) })
}

/** The request, after every field is checked. */
async function readAsked(db: Database, body: Body, today: string): Promise<Asked> {
  // Of a file there is nothing to answer at once.
  const mode = body.mode as SingleMode
  const { tran_classes, company_code, branch_code, terminal_id, statuses } = body
  const [date_from = '', date_to = ''] = [body.date_from, body.date_to]
  const field = SUBJECT_FIELDS[mode]
  const ofCard =
    mode === 'CARD' && body.card_id !== undefined ? await numberOfCard(db, body.card_id) : undefined
  const typed = ofCard ?? body[field] ?? ''
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
