import type { Transaction } from '@backoffice/contract/inquiries'
import { type ListedType, list } from '@backoffice/contract/list'
import { labelOfState } from '@backoffice/contract/objects'
import {
  POSTING_PROMISE_DAYS,
  POSTING_WARNING_DAYS,
  TRAN_CLASS_LABELS,
  TRANSACTION_STATUS_LABELS,
  type TransactionStatus,
} from '@backoffice/contract/transactions'
import { hundredths, signedHundredths } from '../../kit/format/format-amount.ts'
import { plural } from '../../kit/format/format-number.ts'
import { formatDateTime, formatTime, shortDay, shortDayAt } from '../../kit/format/format-time.ts'
import type { Column, List } from '../../kit/list/columns.ts'
import { InCard } from '../../kit/list/data-row.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { CardNumber } from '../../ui/card-number.tsx'
import css from './transactions.module.css'

const field = (label: string, type: ListedType = 'code') => ({ label, type, sort: true }) as const

/** List of loaded transactions, which the page sorts itself. */
const transactionsList = list({
  name: 'transactions',
  title: 'Transactions',
  fields: {
    business_date: field('Business date', 'date'),
    card: field('Card'),
    account_number: field('Account no.'),
    tran_code: field('Transaction'),
    branch_code: field('Branch'),
    terminal_id: field('Terminal'),
    receipt_no: field('Receipt'),
    rrn: field('RRN'),
    approval_code: field('Approval'),
    payment_method_code: field('Method'),
    amount: field('Amount', 'number'),
    points: field('Points', 'number'),
    balance_after: field('Balance after', 'number'),
    status: field('Status'),
    reject_reason: field('Reject reason'),
    posted_at: field('Posted', 'time'),
    posting_age: field('Posting age', 'number'),
  },
  sort: ['business_date:desc'],
})

const STATUS_TONES: Readonly<Record<TransactionStatus, Tone>> = {
  POSTED: 'ok',
  PENDING: 'info',
  REVERSED: 'quiet',
  REJECTED: 'bad',
}

const signOf = (value: number) => (value < 0 ? 'minus' : value > 0 ? 'plus' : undefined)
const text = (value: string | null) => value ?? <EmptyValue />

const kindOf = ({ tran_description, tran_class }: Pick<Transaction, 'tran_description' | 'tran_class'>) =>
  tran_description ?? (tran_class ? labelOfState(TRAN_CLASS_LABELS, tran_class) : 'not mapped')

const COLUMNS: readonly Column<Transaction, keyof typeof transactionsList.fields>[] = [
  {
    field: 'business_date',
    always: true,
    card: 'title',
    cell: ({ business_date, transaction_at }) => (
      <span className={css.pair}>
        {shortDay(business_date)} <time dateTime={transaction_at}>{formatTime(transaction_at)}</time>
      </span>
    ),
    stacked: {
      heading: 'Date',
      first: ({ business_date }) => shortDay(business_date),
      second: ({ transaction_at }) => <time dateTime={transaction_at}>{formatTime(transaction_at)}</time>,
    },
  },
  { field: 'card', variant: 'code', cell: ({ card }) => <CardNumber masked={card} /> },
  {
    field: 'tran_code',
    cell: ({ tran_code, tran_class, tran_description, source_tran_code }) => (
      <span className={css.pair}>
        <code>{tran_code ?? source_tran_code}</code> {kindOf({ tran_description, tran_class })}
      </span>
    ),
    under: 'business_date',
    stacked: { second: kindOf },
  },
  {
    field: 'branch_code',
    cell: ({ company_code, branch_code, branch_name }) =>
      company_code || branch_code ? (
        <span className={css.pair}>
          <code>{company_code}</code> {branch_code} {branch_name}
        </span>
      ) : (
        <EmptyValue />
      ),
    stacked: {
      first: ({ branch_code, branch_name }) => branch_name ?? text(branch_code),
      second: ({ company_code, branch_code }) =>
        [company_code, branch_code].filter(Boolean).join(' ') || null,
    },
  },
  {
    field: 'receipt_no',
    variant: 'code',
    cell: ({ receipt_no }) => text(receipt_no),
    under: 'branch_code',
    stacked: {
      heading: 'receipt',
      second: ({ receipt_no }) => receipt_no && <code className={css.receipt}>{receipt_no}</code>,
    },
  },
  {
    field: 'payment_method_code',
    variant: 'code',
    cell: ({ payment_method_code }) => text(payment_method_code),
    under: 'amount',
    stacked: { second: ({ payment_method_code }) => payment_method_code },
  },
  {
    field: 'amount',
    heading: 'Amount, ₱',
    variant: 'numeric',
    cell: ({ amount }) => (
      <>
        <InCard>₱ </InCard>
        {hundredths(amount)}
      </>
    ),
  },
  {
    field: 'points',
    variant: 'numeric',
    cell: ({ points }) => (
      <span className={css.points} data-sign={signOf(points)}>
        {signedHundredths(points)}
        <InCard> points</InCard>
      </span>
    ),
  },
  {
    field: 'status',
    card: 'badge',
    cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{TRANSACTION_STATUS_LABELS[status]}</Badge>,
  },
  {
    field: 'posting_age',
    variant: 'numeric',
    card: 'foot',
    cell: ({ posting_age }) => <PostingAge days={posting_age} />,
    under: 'status',
    stacked: { heading: 'age', second: (row) => <Posting {...row} /> },
  },
  { field: 'account_number', variant: 'code', hidden: true, cell: (row) => text(row.account_number) },
  { field: 'terminal_id', variant: 'code', hidden: true, cell: ({ terminal_id }) => text(terminal_id) },
  { field: 'rrn', variant: 'code', hidden: true, cell: ({ rrn }) => text(rrn) },
  { field: 'approval_code', variant: 'code', hidden: true, cell: ({ approval_code }) => text(approval_code) },
  {
    field: 'balance_after',
    variant: 'numeric',
    hidden: true,
    cell: ({ balance_after }) => (balance_after === null ? <EmptyValue /> : hundredths(balance_after)),
  },
  { field: 'reject_reason', hidden: true, cell: ({ reject_reason }) => text(reject_reason) },
  {
    field: 'posted_at',
    variant: 'second',
    hidden: true,
    cell: ({ posted_at }) =>
      posted_at ? <time dateTime={posted_at}>{formatDateTime(posted_at)}</time> : <EmptyValue />,
  },
]

/** Working days that points have been pending, in amber after ten and in red after the promised fifteen. */
export function PostingAge({ days }: { days: number | null }) {
  if (days === null) return <EmptyValue />
  const tone = days > POSTING_PROMISE_DAYS ? 'bad' : days > POSTING_WARNING_DAYS ? 'warn' : undefined
  return (
    <span className={css.age} data-tone={tone}>
      {plural(days, 'working day')}
    </span>
  )
}

/** Age of pending points, or the day on which points were posted. */
function Posting({ posting_age, posted_at }: Pick<Transaction, 'posting_age' | 'posted_at'>) {
  if (posting_age !== null) return <PostingAge days={posting_age} />
  return posted_at && <time dateTime={posted_at}>on {shortDayAt(posted_at)}</time>
}

export function transactionList(hasCards: boolean): List<Transaction, typeof transactionsList> {
  return {
    declaration: transactionsList,
    noun: 'transaction',
    idOf: ({ transaction_id }) => transaction_id,
    // Begins with the text of the first cell.
    nameOf: ({ business_date, transaction_at, receipt_no }) =>
      `${shortDay(business_date)} ${formatTime(transaction_at)}, ${receipt_no ?? 'no receipt'}`,
    isNamedByCell: true,
    // The columns of several cards fit 1280 px without the method.
    columns: COLUMNS.map((column) =>
      column.field === (hasCards ? 'payment_method_code' : 'card') ? { ...column, hidden: true } : column,
    ),
    markOf: ({ posting_age }) =>
      posting_age !== null && posting_age > POSTING_PROMISE_DAYS ? 'bad' : undefined,
  }
}

/** Exported fields of columns that show several fields. */
const EXPORTED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  business_date: ['business_date', 'transaction_at'],
  tran_code: ['tran_code', 'tran_description', 'tran_class'],
  branch_code: ['company_code', 'branch_code', 'branch_name'],
}

export function writtenFields(columns: readonly { field: string }[]): string[] {
  return columns.flatMap(({ field: name }) => EXPORTED_FIELDS[name] ?? [name])
}
