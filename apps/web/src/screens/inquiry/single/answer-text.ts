import { maskedCard } from '@backoffice/contract/card-number'
import type { InquiryAnswer } from '@backoffice/contract/endpoints/inquiries'
import type { Transaction } from '@backoffice/contract/endpoints/transactions'
import { CARD_STATUS_LABELS, POSTING_PROMISE_DAYS } from '@backoffice/contract/transactions'
import { hundredths } from '../../../kit/format-amount.ts'
import { plural } from '../../../kit/format-number.ts'
import { calendarDay, day, formatTime } from '../../../kit/format-time.ts'

const MOST_NAMED = 3

/** The finding as paragraphs for a ticket, plain enough to be sent on: of a card it has the last four digits. */
export function answerText(answer: InquiryAnswer): string[] {
  return [subject(answer), ...finding(answer)].filter((paragraph) => paragraph !== '')
}

function subject({ mode, criteria, cards, created_at }: InquiryAnswer): string {
  const [first, ...others] = cards
  const card = first && `Card ${maskedCard(first.card)}, ${CARD_STATUS_LABELS[first.status].toLowerCase()}`
  const what = {
    CARD: card ?? `Card ${criteria.subject}`,
    ACCOUNT: `Account ${criteria.subject}${cards.length > 0 ? `, ${plural(cards.length, 'card')}` : ''}`,
    REFERENCE: `Reference ${criteria.subject}${card && others.length === 0 ? `. ${card}` : ''}`,
  }[mode]
  const range = `${calendarDay(criteria.date_from)} to ${calendarDay(criteria.date_to)}`
  return `${what}. ${range}, checked on ${day(created_at)} at ${formatTime(created_at)}.`
}

const NOT_FOUND = {
  CARD_NOT_FOUND: 'This card is not in our records. Please compare its number with the card.',
  ACCOUNT_NOT_FOUND: 'This account is not in our records. Please compare its number.',
  REFERENCE_NOT_FOUND: 'No transaction has this reference. Please compare it with the receipt.',
} as const

function finding(answer: InquiryAnswer): string[] {
  const { outcome, last_on, without_filters } = answer
  if (outcome === 'NO_TRANSACTIONS') {
    const last = last_on ? ` The last one on record is of ${calendarDay(last_on)}.` : ''
    return [`There are no transactions on these dates.${last}`]
  }
  if (outcome === 'FILTERED_OUT')
    return [
      `None of the ${plural(without_filters ?? 0, 'transaction')} on these dates fits what was asked for.`,
    ]
  if (outcome !== 'FOUND') return [NOT_FOUND[outcome]]
  return found(answer)
}

function found({ items, totals, ticket_no, is_cut }: InquiryAnswer): string[] {
  const pending = items.filter(({ posting_age }) => posting_age !== null)
  const late = pending.filter(isLate).toSorted((a, b) => (b.posting_age ?? 0) - (a.posting_age ?? 0))
  const early = pending.filter((item) => !isLate(item))
  const rejected = items.filter(({ status }) => status === 'REJECTED')
  const next = [
    late.length > 0 ? `the late points are passed on for posting with ticket ${ticket_no}` : '',
    early.length > 0
      ? `${late.length > 0 ? 'the others' : 'they'} post by themselves within ${POSTING_PROMISE_DAYS} working days of the purchase`
      : '',
  ].filter(Boolean)
  return [
    `${plural(totals.rows, 'transaction')}, ₱ ${hundredths(totals.amount)}: ${hundredths(totals.earned)} points earned and posted, ${hundredths(totals.redeemed)} redeemed.`,
    ...late.slice(0, MOST_NAMED).map(lateSentence),
    late.length > MOST_NAMED ? `${plural(late.length - MOST_NAMED, 'more purchase')} with late points.` : '',
    early.length > 0 ? earlySentence(early, late.length > 0) : '',
    ...rejected
      .slice(0, MOST_NAMED)
      .map((item) => `${purchase(item)} was rejected${item.reject_reason ? `: ${item.reject_reason}` : ''}.`),
    is_cut ? `Only the newest ${items.length} transactions were looked at one by one.` : '',
    next.length > 0 ? `Next: ${next.join('; ')}.` : 'Nothing is pending.',
  ]
}

const isLate = ({ posting_age }: Transaction) => posting_age !== null && posting_age > POSTING_PROMISE_DAYS

function purchase({ amount, business_date, branch_name, branch_code, receipt_no }: Transaction): string {
  const branch = branch_name ?? (branch_code ? `branch ${branch_code}` : '')
  return `₱ ${hundredths(amount)} on ${calendarDay(business_date)}${branch ? ` at ${branch}` : ''}${receipt_no ? `, receipt ${receipt_no}` : ''}`
}

function lateSentence(item: Transaction): string {
  return `${purchase(item)}: ${hundredths(item.points)} points pending for ${item.posting_age} working days. The promise is ${POSTING_PROMISE_DAYS}.`
}

function earlySentence(items: readonly Transaction[], hasLate: boolean): string {
  const points = items.reduce((sum, item) => sum + item.points, 0)
  const what = plural(items.length, hasLate ? 'other purchase' : 'purchase')
  return `${what}, ${hundredths(points)} points, ${items.length === 1 ? 'is' : 'are'} not late${hasLate ? ' yet' : ''}.`
}
