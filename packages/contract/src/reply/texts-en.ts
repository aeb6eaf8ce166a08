import { isKeyOf } from '../objects.ts'
import { CARD_STATUS_LABELS, TRAN_CLASS_LABELS, TRANSACTION_STATUS_LABELS } from '../transactions.ts'
import { writtenCount, writtenDay, writtenHundredths } from '../written-values.ts'
import type { NamedPurchase, ReplyTexts } from './reply-texts.ts'

const counted = (value: number, noun: string) => writtenCount(value, noun, `${noun}s`, 'en')
const nounOf = (arePurchases: boolean) => (arePurchases ? 'purchase' : 'transaction')
const sum = (value: number) => writtenHundredths(value)

function purchaseText({ amount, day, branchName, branchCode, receipt }: NamedPurchase): string {
  const branch = branchName ?? (branchCode ? `branch ${branchCode}` : '')
  return `₱ ${sum(amount)} on ${writtenDay(day)}${branch ? ` at ${branch}` : ''}${receipt ? `, receipt ${receipt}` : ''}`
}

const ENDS = {
  CORRECTED: 'points corrected',
  NOT_OWED: 'points not owed',
  DUPLICATE: 'duplicate',
  REJECTED: 'rejected',
} as const

export const TEXTS_EN: ReplyTexts = {
  card: (masked, status) =>
    `Card ${masked}${status && isKeyOf(CARD_STATUS_LABELS, status) ? `, ${CARD_STATUS_LABELS[status].toLowerCase()}` : ''}`,
  account: (number, cards) =>
    `Account ${number}${cards ? `, ${cards.isAtLeast ? 'at least ' : ''}${counted(cards.count, 'card')}` : ''}`,
  reference: (value, card) => `Reference ${value}${card ? `. ${card}` : ''}`,
  checked: ({ from, to }, at) =>
    `${writtenDay(from)} to ${writtenDay(to)}, checked on ${writtenDay(at.day)} at ${at.time}.`,
  restrictions({ statuses, classes, company, branch, terminal }) {
    const places = [
      company ? `company ${company}` : '',
      branch ? `branch ${branch}` : '',
      terminal ? `terminal ${terminal}` : '',
    ].filter((place) => place !== '')
    const kinds = [
      statuses.map((each) => TRANSACTION_STATUS_LABELS[each].toLowerCase()).join(' or '),
      classes.map((each) => TRAN_CLASS_LABELS[each].toLowerCase()).join(' or '),
    ].filter((kind) => kind !== '')
    const of = places.length > 0 ? ` of ${places.join(', ')}` : ''
    return `Only ${[...kinds, 'transactions'].join(' ')}${of} are listed.`
  },
  notListed: (transactions) => `Not listed: ${counted(transactions, 'transaction')} on these dates.`,
  noTransactions({ isReference, lastOn }) {
    const last = lastOn ? ` The last one was on ${writtenDay(lastOn)}.` : ''
    return `There are no transactions${isReference ? ' with this reference' : ''} on these dates.${last}`
  },
  notFound: {
    CARD_NOT_FOUND: 'This card is not in our records. Please compare the number with the card.',
    ACCOUNT_NOT_FOUND: 'This account is not in our records. Please compare its number.',
    REFERENCE_NOT_FOUND: 'No transaction has this reference. Please compare it with the receipt.',
  },
  summary({ rows, amount, earned, redeemed }) {
    const points = [
      earned === null ? '' : `${sum(earned)} points posted`,
      redeemed === null ? '' : `${sum(redeemed)} points redeemed`,
    ].filter((part) => part !== '')
    const listed = `${counted(rows, 'transaction')}, ₱ ${sum(amount)}`
    return `${listed}${points.length > 0 ? `: ${points.join(', ')}` : ''}.`
  },
  late: (purchase, { points, days, promise }) =>
    `Late: ${purchaseText(purchase)}. ${sum(points)} points pending for ${days} working days; points post within ${promise}.`,
  alsoLate: ({ count, arePurchases }) => `Also late: ${counted(count, `more ${nounOf(arePurchases)}`)}.`,
  early: ({ count, arePurchases, points }) =>
    `Not late yet: ${counted(count, nounOf(arePurchases))}, ${sum(points)} points.`,
  rejected: (purchase, reason) => `${purchaseText(purchase)} was rejected${reason ? `: ${reason}` : ''}.`,
  alsoRejected: (count) => `Also rejected: ${counted(count, 'more transaction')}.`,
  cut(listed, older) {
    const pending = older
      ? `: ${writtenCount(older.count, 'older one is', 'older ones are', 'en')} pending, up to ${older.days} working days`
      : ''
    return `Only the newest ${listed} are listed one by one${pending}.`
  },
  notIncluded({ onDates, outside, arePurchases }) {
    const noun = `pending ${nounOf(arePurchases)}`
    const parts = [
      onDates > 0 ? `${counted(onDates, noun)} on these dates` : '',
      outside > 0 ? `${counted(outside, noun)} outside these dates` : '',
    ].filter((part) => part !== '')
    return `Not included: ${parts.join(', ')}.`
  },
  nothingPending: 'Nothing is pending.',
  latePassedOn: (day, caseNo) =>
    `The late points were passed on for posting on ${writtenDay(day)} (case ${caseNo}).`,
  someLatePassedOn: ({ count, arePurchases }, day, caseNo) =>
    `${counted(count, `late ${nounOf(arePurchases)}`)} ${count === 1 ? 'was' : 'were'} passed on for posting on ${writtenDay(day)} (case ${caseNo}).`,
  casePassedOn: (day, caseNo) => `Case ${caseNo} was passed on for posting on ${writtenDay(day)}.`,
  casePosted: (day, caseNo) =>
    day === null
      ? `The points of case ${caseNo} are posted.`
      : `The points of case ${caseNo} were posted on ${writtenDay(day)}.`,
  caseClosed: (end, day, caseNo) => `Case ${caseNo} was closed on ${writtenDay(day)}: ${ENDS[end]}.`,
}
