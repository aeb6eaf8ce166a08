import type { Transaction } from '@backoffice/contract/inquiries'
import { labelOfState } from '@backoffice/contract/objects'
import { TRAN_CLASS_LABELS, TRANSACTION_STATUS_LABELS } from '@backoffice/contract/transactions'
import { type ReactNode, useMemo } from 'react'
import { hundredths, signedHundredths } from '../../kit/format/format-amount.ts'
import { calendarDay, formatExactTime } from '../../kit/format/format-time.ts'
import type { List } from '../../kit/list/columns.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { EmptyValue, Facts } from '../../ui/card.tsx'
import { CardNumber } from '../../ui/card-number.tsx'
import css from './transaction-details.module.css'
import { PostingAge, transactionList } from './transactions-list.tsx'
import { sorted, useLocalList } from './use-local-list.ts'

type Props = {
  /** Undefined while loading. */
  items: readonly Transaction[] | undefined
  /** True for transactions of several cards, which need the card column. */
  hasCards: boolean
  /** Keeps the order of the rows until a heading is pressed. */
  isUnsorted?: boolean
  withoutCheckbox?: List<Transaction>['withoutCheckbox']
}

const WITH_CARDS = transactionList(true)
const OF_ONE_CARD = transactionList(false)
const NEWEST = ['business_date:desc'] as const
const UNSORTED = [] as const

export function useTransactions({ items, hasCards, isUnsorted = false, withoutCheckbox }: Props) {
  const base = hasCards ? WITH_CARDS : OF_ONE_CARD
  const list = useMemo(() => (withoutCheckbox ? { ...base, withoutCheckbox } : base), [base, withoutCheckbox])
  const state = useLocalList(list, isUnsorted ? UNSORTED : NEWEST)
  const { sort } = state
  const rows = useMemo(() => items && sorted(items, sort), [items, sort])
  return { state, rows }
}

type TableProps = Pick<ReturnType<typeof useTransactions>, 'state' | 'rows'> & {
  /** A row opens in place to all of its fields. */
  canOpen?: boolean
  selectable?: boolean
}

export function TransactionRows({ state, rows, canOpen = false, selectable = false }: TableProps) {
  return <DataTable {...{ state, rows, selectable }} busy={false} {...(canOpen && { detail })} />
}

const detail = (row: Transaction) => <TransactionDetails transaction={row} />

/** All fields of a transaction in reading order, which is place and time, value, then posting. */
export function TransactionDetails({ transaction: row }: { transaction: Transaction }) {
  const facts: Readonly<Record<string, ReactNode>> = {
    'Business date': calendarDay(row.business_date),
    Time: exactTime(row.transaction_at),
    Card: <CardNumber masked={row.card} />,
    'Account no.': code(row.account_number),
    Company: code(row.company_code),
    Branch: code(row.branch_code, row.branch_name),
    Terminal: code(row.terminal_id),
    Receipt: code(row.receipt_no),
    RRN: code(row.rrn),
    'Approval code': code(row.approval_code),
    Transaction: row.tran_code ? code(row.tran_code, row.tran_description) : 'Not mapped',
    Class: row.tran_class ? labelOfState(TRAN_CLASS_LABELS, row.tran_class) : <EmptyValue />,
    'Source system': row.source_system,
    'Source code': code(row.source_tran_code),
    'Payment method': code(row.payment_method_code),
    Amount: `₱ ${hundredths(row.amount)}`,
    Points: signedHundredths(row.points),
    'Balance after': row.balance_after === null ? <EmptyValue /> : hundredths(row.balance_after),
    Status: labelOfState(TRANSACTION_STATUS_LABELS, row.status),
    'Reject reason': row.reject_reason ?? <EmptyValue />,
    Posted: row.posted_at ? exactTime(row.posted_at) : <EmptyValue />,
    'Posting age': <PostingAge days={row.posting_age} />,
    'Transaction ID': code(row.transaction_id),
  }
  return (
    <div className={css.details}>
      <Facts items={Object.entries(facts)} />
    </div>
  )
}

function code(value: string | null, name: string | null = null): ReactNode {
  if (value === null) return <EmptyValue />
  return (
    <>
      <code>{value}</code>
      {name && ` ${name}`}
    </>
  )
}

const exactTime = (at: string) => <time dateTime={at}>{formatExactTime(at)}</time>
