import { maskedCard } from './card-number.ts'
import { type InquiryResult, MAX_CARDS_SHOWN, type Transaction } from './inquiries.ts'
import { caseSentences } from './reply/case-sentences.ts'
import type { NamedPurchase, ReplyTexts } from './reply/reply-texts.ts'
import { type Language, REPLY_PART_NAMES, type ReplyPart, type ReplySentence } from './reply/templates.ts'
import { TEXTS_EN } from './reply/texts-en.ts'
import { TEXTS_FIL } from './reply/texts-fil.ts'
import { POSTING_PROMISE_DAYS } from './transactions.ts'
import { manilaMoment } from './written-values.ts'

const MOST_NAMED = 3

const TEXTS: Readonly<Record<Language, ReplyTexts>> = { en: TEXTS_EN, fil: TEXTS_FIL }

/**
 * Sentences of the reply for a ticket, in their default order. A filtered reply names the filters and never claims that
 * there are no transactions. Card numbers have their last four digits only.
 */
export function replySentences(result: InquiryResult, language: Language): ReplySentence[] {
  const texts = TEXTS[language]
  const filters = restrictionsOf(result)
  const { pending_not_included: left } = result
  const nothingPending = result.totals.pending === 0 && left?.on_dates === 0 && left.outside_dates === 0
  const sentences: Partial<Record<ReplyPart, readonly string[]>> = {
    subject: [subject(result, texts)],
    filters:
      filters && (result.outcome === 'FOUND' || result.outcome === 'FILTERED_OUT')
        ? [texts.restrictions(filters)]
        : [],
    not_found: notFound(result, texts),
    ...(result.outcome === 'FOUND' && found(result, texts)),
    not_included: left ? notIncluded(left, texts) : [],
    // The cards of a reference may have other transactions.
    nothing_pending:
      result.outcome === 'FOUND' && result.mode !== 'REFERENCE' && !filters && nothingPending
        ? [texts.nothingPending]
        : [],
  }
  return REPLY_PART_NAMES.flatMap((part) => (sentences[part] ?? []).map((text) => ({ part, text })))
}

function subject({ mode, criteria, cards, items, created_at }: InquiryResult, texts: ReplyTexts): string {
  const [first] = cards
  const card = first && texts.card(maskedCard(first.card), first.status)
  const isOneCard = cards.length === 1 && new Set(items.map((item) => item.card)).size === 1
  const known = first && { count: cards.length, isAtLeast: cards.length === MAX_CARDS_SHOWN }
  const what = {
    CARD: card ?? texts.card(criteria.subject, null),
    ACCOUNT: texts.account(criteria.subject, known ?? null),
    REFERENCE: texts.reference(criteria.subject, card && isOneCard ? card : null),
  }[mode]
  const range = { from: criteria.date_from, to: criteria.date_to }
  return `${what}. ${texts.checked(range, manilaMoment(created_at))}`
}

function notFound(
  { mode, outcome, last_on, without_filters }: InquiryResult,
  texts: ReplyTexts,
): readonly string[] {
  switch (outcome) {
    case 'FOUND':
      return []
    case 'NO_TRANSACTIONS':
      return [texts.noTransactions({ isReference: mode === 'REFERENCE', lastOn: last_on })]
    case 'FILTERED_OUT':
      return [texts.notListed(without_filters ?? 0)]
    default:
      return [texts.notFound[outcome]]
  }
}

/** Undefined without filters. */
function restrictionsOf({ criteria }: InquiryResult) {
  const { tran_classes = [], statuses = [], company_code, branch_code, terminal_id } = criteria
  const hasNone = tran_classes.length + statuses.length === 0 && !(company_code || branch_code || terminal_id)
  if (hasNone) return undefined
  return {
    statuses,
    classes: tran_classes,
    company: company_code,
    branch: branch_code,
    terminal: terminal_id,
  }
}

function found(result: InquiryResult, texts: ReplyTexts) {
  const { items, totals, is_cut } = result
  const pending = items.filter(({ posting_age }) => posting_age !== null)
  const late = pending.filter(isLate).toSorted((a, b) => (b.posting_age ?? 0) - (a.posting_age ?? 0))
  const early = pending.filter((item) => !isLate(item))
  const rejected = items.filter(({ status }) => status === 'REJECTED')
  const [moreLate, moreRejected] = [late.slice(MOST_NAMED), rejected.slice(MOST_NAMED)]
  // Unlisted transactions are older, so the oldest pending one is among them.
  const older = is_cut ? totals.pending - pending.length : 0
  return {
    summary: [summary(result, texts)],
    late: [
      ...late.slice(0, MOST_NAMED).map((item) => lateSentence(item, texts)),
      ...(moreLate.length > 0 ? [texts.alsoLate(nounsOf(moreLate))] : []),
    ],
    cases: caseSentences(result.cases, { late, areAllListed: older <= 0, nounsOf }, texts),
    early: early.length > 0 ? [texts.early({ ...nounsOf(early), points: pointsOf(early) })] : [],
    rejected: [
      ...rejected
        .slice(0, MOST_NAMED)
        .map((item) => texts.rejected(purchaseOf(item), item.reject_reason || null)),
      ...(moreRejected.length > 0 ? [texts.alsoRejected(moreRejected.length)] : []),
    ],
    not_listed: is_cut
      ? [
          texts.cut(
            items.length,
            older > 0 ? { count: older, days: totals.oldest_pending_working_days } : null,
          ),
        ]
      : [],
  }
}

/** Totals. Omits zeros under filters, where a 0 could be misread as the total of all transactions. */
function summary(result: InquiryResult, texts: ReplyTexts): string {
  const { rows, amount, earned, redeemed } = result.totals
  const shown = (points: number) => (restrictionsOf(result) && points === 0 ? null : points)
  return texts.summary({ rows, amount, earned: shown(earned), redeemed: shown(redeemed) })
}

const isLate = ({ posting_age }: Transaction) => posting_age !== null && posting_age > POSTING_PROMISE_DAYS

const nounsOf = (items: readonly Transaction[]) => ({
  count: items.length,
  arePurchases: items.every(({ tran_class }) => tran_class === 'EARN'),
})

const pointsOf = (items: readonly Transaction[]) => items.reduce((sum, item) => sum + item.points, 0)

function purchaseOf(item: Transaction): NamedPurchase {
  const { amount, business_date: day, branch_name, branch_code, receipt_no } = item
  return { amount, day, branchName: branch_name, branchCode: branch_code, receipt: receipt_no }
}

function lateSentence(item: Transaction, texts: ReplyTexts): string {
  const days = item.posting_age ?? 0
  return texts.late(purchaseOf(item), { points: item.points, days, promise: POSTING_PROMISE_DAYS })
}

function notIncluded(
  { on_dates, outside_dates, are_purchases }: NonNullable<InquiryResult['pending_not_included']>,
  texts: ReplyTexts,
): string[] {
  if (on_dates + outside_dates === 0) return []
  return [texts.notIncluded({ onDates: on_dates, outside: outside_dates, arePurchases: are_purchases })]
}
