import type { CaseResolution } from '../case-values.ts'
import type { CardStatus, TranClass, TransactionStatus } from '../transactions.ts'

/** A purchase in a sentence. Money in centavos, days as YYYY-MM-DD. */
export type NamedPurchase = {
  amount: number
  day: string
  branchName: string | null
  branchCode: string | null
  receipt: string | null
}

export type Restrictions = {
  statuses: readonly TransactionStatus[]
  classes: readonly TranClass[]
  company: string | undefined
  branch: string | undefined
  terminal: string | undefined
}

/** A number of transactions. The text calls them purchases if all of them earn points. */
export type TransactionCount = { count: number; arePurchases: boolean }

/** Result of a closed case that its sentence states. */
export type StatedEnd = Exclude<CaseResolution, 'POSTED'> | 'REJECTED'

/** Sentences of the reply in a language. Points are in hundredths. */
export type ReplyTexts = {
  card: (masked: string, status: CardStatus | null) => string
  account: (number: string, cards: { count: number; isAtLeast: boolean } | null) => string
  reference: (value: string, card: string | null) => string
  checked: (range: { from: string; to: string }, at: { day: string; time: string }) => string
  restrictions: (filters: Restrictions) => string
  notListed: (transactions: number) => string
  noTransactions: (of: { isReference: boolean; lastOn: string | null }) => string
  notFound: Readonly<Record<'CARD_NOT_FOUND' | 'ACCOUNT_NOT_FOUND' | 'REFERENCE_NOT_FOUND', string>>
  /** Omits totals that are null. */
  summary: (totals: {
    rows: number
    amount: number
    earned: number | null
    redeemed: number | null
  }) => string
  late: (purchase: NamedPurchase, pending: { points: number; days: number; promise: number }) => string
  alsoLate: (more: TransactionCount) => string
  early: (early: TransactionCount & { points: number }) => string
  rejected: (purchase: NamedPurchase, reason: string | null) => string
  alsoRejected: (count: number) => string
  /** `older`: pending transactions that are not listed, with the age of the oldest; null if there are none. */
  cut: (listed: number, older: { count: number; days: number | null } | null) => string
  notIncluded: (left: { onDates: number; outside: number; arePurchases: boolean }) => string
  nothingPending: string
  /** The case has all late purchases of the reply. */
  latePassedOn: (day: string, caseNo: string) => string
  someLatePassedOn: (late: TransactionCount, day: string, caseNo: string) => string
  casePassedOn: (day: string, caseNo: string) => string
  /** `day`: null if a posting day is unknown. */
  casePosted: (day: string | null, caseNo: string) => string
  caseClosed: (end: StatedEnd, day: string, caseNo: string) => string
}
