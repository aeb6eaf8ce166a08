import { maskedCard } from './card-number.ts'
import type { Transaction } from './endpoints/inquiries.ts'
import { type InquiryResult, MAX_CARDS_SHOWN } from './endpoints/inquiries.ts'
import {
  CARD_STATUS_LABELS,
  POSTING_PROMISE_DAYS,
  TRAN_CLASS_LABELS,
  TRANSACTION_STATUS_LABELS,
} from './transactions.ts'
import { writtenCount, writtenDay, writtenHundredths, writtenMoment } from './written-values.ts'

const MOST_NAMED = 3

/** Start of the sentence about pending transactions outside the range or filters. */
export const NOT_INCLUDED = 'Not included:'

/**
 * Sentences of the reply for a ticket. A filtered reply names the filters and never claims that there are no
 * transactions. Card numbers have their last four digits only.
 */
export function replyText(result: InquiryResult): string[] {
  const isComplete = restrictionsOf(result) === ''
  const { pending_not_included: left } = result
  const nothingPending = result.totals.pending === 0 && left?.on_dates === 0 && left.outside_dates === 0
  return [
    subject(result),
    ...finding(result),
    notIncluded(left),
    // The cards of a reference may have other transactions.
    result.outcome === 'FOUND' && result.mode !== 'REFERENCE' && isComplete && nothingPending
      ? 'Nothing is pending.'
      : '',
  ].filter((sentence) => sentence !== '')
}

function subject({ mode, criteria, cards, items, created_at }: InquiryResult): string {
  const [first] = cards
  const card = first && `Card ${maskedCard(first.card)}, ${CARD_STATUS_LABELS[first.status].toLowerCase()}`
  const isOneCard = cards.length === 1 && new Set(items.map((item) => item.card)).size === 1
  const atLeast = cards.length === MAX_CARDS_SHOWN ? 'at least ' : ''
  const what = {
    CARD: card ?? `Card ${criteria.subject}`,
    ACCOUNT: `Account ${criteria.subject}${card ? `, ${atLeast}${writtenCount(cards.length, 'card')}` : ''}`,
    REFERENCE: `Reference ${criteria.subject}${card && isOneCard ? `. ${card}` : ''}`,
  }[mode]
  const range = `${writtenDay(criteria.date_from)} to ${writtenDay(criteria.date_to)}`
  return `${what}. ${range}, checked on ${writtenMoment(created_at)}.`
}

const NOT_FOUND = {
  CARD_NOT_FOUND: 'This card is not in our records. Please compare the number with the card.',
  ACCOUNT_NOT_FOUND: 'This account is not in our records. Please compare its number.',
  REFERENCE_NOT_FOUND: 'No transaction has this reference. Please compare it with the receipt.',
} as const

function finding(result: InquiryResult): string[] {
  const { mode, outcome, last_on, without_filters } = result
  if (outcome === 'NO_TRANSACTIONS') {
    const last = last_on ? ` The last one was on ${writtenDay(last_on)}.` : ''
    const reference = mode === 'REFERENCE' ? ' with this reference' : ''
    return [`There are no transactions${reference} on these dates.${last}`]
  }
  if (outcome === 'FILTERED_OUT') {
    const others = writtenCount(without_filters ?? 0, 'transaction')
    return [restrictionsOf(result), `Not listed: ${others} on these dates.`]
  }
  if (outcome !== 'FOUND') return [NOT_FOUND[outcome]]
  return [restrictionsOf(result), ...found(result)]
}

/** Such as `Only posted earn transactions of company NLF are listed.`; empty without filters. */
function restrictionsOf({ criteria }: InquiryResult): string {
  const { tran_classes = [], statuses = [], company_code, branch_code, terminal_id } = criteria
  const places = [
    company_code ? `company ${company_code}` : '',
    branch_code ? `branch ${branch_code}` : '',
    terminal_id ? `terminal ${terminal_id}` : '',
  ].filter((place) => place !== '')
  const kinds = [
    statuses.map((each) => TRANSACTION_STATUS_LABELS[each].toLowerCase()).join(' or '),
    tran_classes.map((each) => TRAN_CLASS_LABELS[each].toLowerCase()).join(' or '),
  ].filter((kind) => kind !== '')
  if (places.length + kinds.length === 0) return ''
  const of = places.length > 0 ? ` of ${places.join(', ')}` : ''
  return `Only ${[...kinds, 'transactions'].join(' ')}${of} are listed.`
}

function found(result: InquiryResult): string[] {
  const { items } = result
  const pending = items.filter(({ posting_age }) => posting_age !== null)
  const late = pending.filter(isLate).toSorted((a, b) => (b.posting_age ?? 0) - (a.posting_age ?? 0))
  const early = pending.filter((item) => !isLate(item))
  const rejected = items.filter(({ status }) => status === 'REJECTED')
  const [moreLate, moreRejected] = [late.slice(MOST_NAMED), rejected.slice(MOST_NAMED)]
  return [
    summary(result),
    ...late.slice(0, MOST_NAMED).map(lateSentence),
    moreLate.length > 0 ? `Also late: ${writtenCount(moreLate.length, `more ${nounOf(moreLate)}`)}.` : '',
    early.length > 0
      ? `Not late yet: ${writtenCount(early.length, nounOf(early))}, ${pointsOf(early)} points.`
      : '',
    ...rejected.slice(0, MOST_NAMED).map(rejectedSentence),
    moreRejected.length > 0 ? `Also rejected: ${writtenCount(moreRejected.length, 'more transaction')}.` : '',
    result.is_cut ? cutSentence(result, pending.length) : '',
  ]
}

/** Totals, omitting zeros under filters, where a 0 could be misread as that of all transactions. */
function summary(result: InquiryResult): string {
  const { rows, amount, earned, redeemed } = result.totals
  const isNarrowed = restrictionsOf(result) !== ''
  const points = [
    isNarrowed && earned === 0 ? '' : `${writtenHundredths(earned)} points posted`,
    isNarrowed && redeemed === 0 ? '' : `${writtenHundredths(redeemed)} points redeemed`,
  ].filter((part) => part !== '')
  const listed = `${writtenCount(rows, 'transaction')}, ₱ ${writtenHundredths(amount)}`
  return `${listed}${points.length > 0 ? `: ${points.join(', ')}` : ''}.`
}

const isLate = ({ posting_age }: Transaction) => posting_age !== null && posting_age > POSTING_PROMISE_DAYS

const nounOf = (items: readonly Transaction[]) =>
  items.every(({ tran_class }) => tran_class === 'EARN') ? 'purchase' : 'transaction'

const pointsOf = (items: readonly Transaction[]) =>
  writtenHundredths(items.reduce((sum, item) => sum + item.points, 0))

function purchase({ amount, business_date, branch_name, branch_code, receipt_no }: Transaction): string {
  const branch = branch_name ?? (branch_code ? `branch ${branch_code}` : '')
  return `₱ ${writtenHundredths(amount)} on ${writtenDay(business_date)}${branch ? ` at ${branch}` : ''}${receipt_no ? `, receipt ${receipt_no}` : ''}`
}

function lateSentence(item: Transaction): string {
  return `Late: ${purchase(item)}. ${writtenHundredths(item.points)} points pending for ${item.posting_age} working days. Points post within ${POSTING_PROMISE_DAYS} working days.`
}

function rejectedSentence(item: Transaction): string {
  return `${purchase(item)} was rejected${item.reject_reason ? `: ${item.reject_reason}` : ''}.`
}

/** States that the list is cut. Unlisted transactions are older, so the oldest pending one is among them. */
function cutSentence({ items, totals }: InquiryResult, listedPending: number): string {
  const others = totals.pending - listedPending
  const pending =
    others > 0
      ? `: ${writtenCount(others, 'older one is', 'older ones are')} pending, up to ${totals.oldest_pending_working_days} working days`
      : ''
  return `Only the newest ${items.length} are listed one by one${pending}.`
}

function notIncluded(left: InquiryResult['pending_not_included']): string {
  if (!left) return ''
  const noun = left.are_purchases ? 'purchase' : 'transaction'
  const parts = [
    left.on_dates > 0 ? `${writtenCount(left.on_dates, `pending ${noun}`)} on these dates` : '',
    left.outside_dates > 0
      ? `${writtenCount(left.outside_dates, `pending ${noun}`)} outside these dates`
      : '',
  ].filter((part) => part !== '')
  return parts.length > 0 ? `${NOT_INCLUDED} ${parts.join(', ')}.` : ''
}
