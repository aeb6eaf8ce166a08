import type { ResultRow, TrackedFile } from '@backoffice/contract/files'
import { type ListDeclaration, list } from '@backoffice/contract/list'
import { isKeyOf } from '@backoffice/contract/objects'
import { CARD_STATUS_LABELS } from '@backoffice/contract/transactions'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { usePermission } from '../../../kit/access/permission.ts'
import { toastFailed } from '../../../kit/feedback/toast.ts'
import { hundredths } from '../../../kit/format/format-amount.ts'
import { formatDateTime } from '../../../kit/format/format-time.ts'
import type { Column, List } from '../../../kit/list/columns.ts'
import { InCard } from '../../../kit/list/data-row.tsx'
import { gatedItem } from '../../../kit/list/gated-item.ts'
import { useUser } from '../../../session/store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyValue } from '../../../ui/card.tsx'
import { CardNumber } from '../../../ui/card-number.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import type { MenuItem } from '../../../ui/menu.tsx'
import { type CardOfRow, useOpenForCards } from '../../cases/start/open-for-cards.tsx'
import { PostingAge } from '../../transactions/transactions-list.tsx'
import { type InquiryStart, setInquiryStart } from '../tracked/inquiry-start.ts'
import { describeReason, OUTCOMES } from './result-words.ts'

const field = (label: string, type: 'code' | 'number' | 'time' = 'code') => ({ label, type }) as const

/** Rows of a result, which stay in the order of the file. */
export const resultList = list({
  name: 'result',
  title: 'Result',
  fields: {
    row_number: field('Row', 'number'),
    card: field('Card'),
    outcome: field('Outcome'),
    reason: field('Reason'),
    card_status: field('Status'),
    tier: field('Tier'),
    transactions: field('Transactions', 'number'),
    points_earned: field('Points earned', 'number'),
    pending: field('Pending', 'number'),
    oldest_pending_working_days: field('Oldest pending', 'number'),
    reference_no: field('Reference'),
    points_balance: field('Balance', 'number'),
    last_transaction_at: field('Last transaction', 'time'),
    amount: field('Amount', 'number'),
    points_redeemed: field('Points redeemed', 'number'),
  },
  sort: [],
})

const text = (value: string | null) => value ?? <EmptyValue />
const decimal = (value: number | null) => (value === null ? <EmptyValue /> : hundredths(value))

const statusLabels: Readonly<Record<string, string>> = CARD_STATUS_LABELS
/** The full text of a long cell is its title. */
const cut = (value: string | null) => (value === null ? <EmptyValue /> : <span title={value}>{value}</span>)

export const RESULT_COLUMNS: readonly Column<ResultRow, keyof typeof resultList.fields>[] = [
  {
    field: 'row_number',
    always: true,
    variant: 'numeric',
    card: 'title',
    cell: ({ row_number }) => (
      <>
        <InCard>Row </InCard>
        {formatNumber(row_number)}
      </>
    ),
  },
  {
    field: 'card',
    variant: 'code',
    cell: ({ card }) => (card.startsWith('•••• ') ? <CardNumber masked={card} /> : cut(card || null)),
  },
  {
    field: 'outcome',
    card: 'badge',
    cell: ({ outcome }) => {
      const { tone, label } = isKeyOf(OUTCOMES, outcome) ? OUTCOMES[outcome] : {}
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  { field: 'reason', width: 160, cell: (row) => cut(describeReason(row)) },
  {
    field: 'card_status',
    cell: ({ card_status }) => text(card_status && (statusLabels[card_status] ?? card_status)),
  },
  { field: 'tier', cell: ({ tier }) => text(tier) },
  {
    field: 'transactions',
    variant: 'numeric',
    cell: ({ transactions }) =>
      transactions === null ? (
        <EmptyValue />
      ) : (
        <>
          {formatNumber(transactions)}
          <InCard> {transactions === 1 ? 'transaction' : 'transactions'}</InCard>
        </>
      ),
  },
  {
    field: 'points_earned',
    variant: 'numeric',
    cell: ({ points_earned }) =>
      points_earned === null ? (
        <EmptyValue />
      ) : (
        <>
          {hundredths(points_earned)}
          <InCard> points earned</InCard>
        </>
      ),
  },
  {
    field: 'pending',
    variant: 'numeric',
    card: 'foot',
    cell: ({ pending }) =>
      pending === null ? (
        <EmptyValue />
      ) : (
        <>
          {formatNumber(pending)}
          <InCard> pending</InCard>
        </>
      ),
  },
  {
    field: 'oldest_pending_working_days',
    variant: 'numeric',
    card: 'foot',
    cell: ({ oldest_pending_working_days }) => <PostingAge days={oldest_pending_working_days} />,
  },
  { field: 'reference_no', hidden: true, cell: ({ reference_no }) => cut(reference_no) },
  {
    field: 'points_balance',
    variant: 'numeric',
    hidden: true,
    cell: ({ points_balance }) => decimal(points_balance),
  },
  {
    field: 'last_transaction_at',
    variant: 'second',
    hidden: true,
    cell: ({ last_transaction_at: at }) =>
      at ? <time dateTime={at}>{formatDateTime(at)}</time> : <EmptyValue />,
  },
  {
    field: 'amount',
    heading: 'Amount, ₱',
    variant: 'numeric',
    hidden: true,
    cell: ({ amount }) => decimal(amount),
  },
  {
    field: 'points_redeemed',
    variant: 'numeric',
    hidden: true,
    cell: ({ points_redeemed }) => decimal(points_redeemed),
  },
]

const INQUIRY = '/smac_inquiry'

/** The rows of a file's result, and the actions of a row. */
export function useResultRows(file: TrackedFile, onCasesOpened: () => void) {
  const user = useUser()
  const navigate = useNavigate()
  const { isAllowed } = usePermission('inquiry:run')
  const list = useMemo(
    (): List<ResultRow, typeof resultList & ListDeclaration> => ({
      declaration: resultList,
      noun: 'row',
      idOf: ({ row_number }) => String(row_number),
      nameOf: ({ row_number }) => `row ${row_number}`,
      columns: RESULT_COLUMNS,
      withoutCheckbox: (row) => (hasPending(row) ? undefined : null),
      open: (row) => (isAllowed && startOf(file, row) ? { to: INQUIRY } : undefined),
      onOpen: (row) => setInquiryStart(startOf(file, row)),
    }),
    [file, isAllowed],
  )

  const cases = useOpenForCards({ onDone: onCasesOpened })

  function menu(row: ResultRow): readonly MenuItem[] {
    const start = startOf(file, row)
    const openInquiry = gatedItem(user, 'inquiry:run', {
      label: 'Open as single inquiry',
      keys: 'Enter',
      isDisabled: start === undefined,
      onRefused: () => toastFailed('This row has no card on file.'),
      onSelect() {
        setInquiryStart(start)
        void navigate({ to: INQUIRY })
      },
    })
    const openCase = gatedItem(user, 'case:create', {
      label: 'Open case',
      isDisabled: !hasPending(row),
      onRefused: () => toastFailed('This row has no pending purchases.'),
      onSelect: () => cases.open({ cards: cardsOf([row]), ticketNo: ticketOf(file) }),
    })
    return [...openInquiry, ...openCase]
  }

  /** Actions on the selected rows. */
  const bulk = (rows: readonly ResultRow[]) => cases.open({ cards: cardsOf(rows), ticketNo: ticketOf(file) })

  return { list, menu, bulk, cases }
}

const hasPending = ({ card_id, pending }: ResultRow) => card_id !== null && (pending ?? 0) > 0

/** Cards of rows with pending purchases. */
function cardsOf(rows: readonly ResultRow[]): CardOfRow[] {
  return rows.flatMap(({ card_id, row_number, card }) =>
    card_id === null ? [] : [{ card_id, name: `row ${row_number}, ${card}` }],
  )
}

const ticketOf = ({ inquiry }: TrackedFile) => inquiry?.ticket_no ?? ''

/** The single inquiry about the card of a row, with purpose, ticket and dates of the file. */
function startOf({ inquiry }: TrackedFile, { card, card_id }: ResultRow): InquiryStart | undefined {
  if (card_id === null) return undefined
  return {
    card: { kind: 'ID', card_id, masked: card },
    ...(inquiry && { purpose: inquiry.purpose }),
    ...(inquiry?.ticket_no && { ticket_no: inquiry.ticket_no }),
    ...(inquiry?.date_from && inquiry.date_to && { date_from: inquiry.date_from, date_to: inquiry.date_to }),
  }
}
