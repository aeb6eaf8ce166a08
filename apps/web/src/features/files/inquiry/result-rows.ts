import type { ResultRow, TrackedFile } from '@backoffice/contract/files'
import type { ListDeclaration } from '@backoffice/contract/list'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { usePermission } from '../../../kit/access/permission.ts'
import { toastFailed } from '../../../kit/feedback/toast.ts'
import type { List } from '../../../kit/list/columns.ts'
import { gatedItem } from '../../../kit/list/gated-item.ts'
import { useUser } from '../../../session/store.ts'
import type { MenuItem } from '../../../ui/menu.tsx'
import { type CardOfRow, useOpenForCards } from '../../cases/start/open-for-cards.tsx'
import { type InquiryStart, setInquiryStart } from '../tracked/inquiry-start.ts'
import { RESULT_COLUMNS, resultList } from './result-list.tsx'

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

/** The single inquiry of a row: its card, with purpose, ticket and dates of the file. */
function startOf({ inquiry }: TrackedFile, { card, card_id }: ResultRow): InquiryStart | undefined {
  if (card_id === null) return undefined
  return {
    card: { kind: 'ID', card_id, masked: card },
    ...(inquiry && { purpose: inquiry.purpose }),
    ...(inquiry?.ticket_no && { ticket_no: inquiry.ticket_no }),
    ...(inquiry?.date_from && inquiry.date_to && { date_from: inquiry.date_from, date_to: inquiry.date_to }),
  }
}
