import type { Transaction } from '@backoffice/contract/inquiries'
import { useMemo } from 'react'
import type { List } from '../../kit/list/columns.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { TransactionDetails } from './transaction-details.tsx'
import { transactionList } from './transactions-list.tsx'
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
