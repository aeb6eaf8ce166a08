import { type InquiryResult, inquiryEndpoints, type Transaction } from '@backoffice/contract/inquiries'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { plural } from '../../../kit/format/format-number.ts'
import { ColumnsButton } from '../../../kit/list/columns-button.tsx'
import { call } from '../../../net/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { caseLink, newCaseLink, setCaseStart } from '../../cases/start/case-start.ts'
import { followedPurchases, isLate, isOffered } from '../../cases/start/offered-purchases.ts'
import { ExportButton } from '../../transactions/export-button.tsx'
import { TransactionRows, useTransactions } from '../../transactions/transactions-table.tsx'
import css from './single.module.css'

/** Rows of a result; each opens to all of its fields. Purchases of one card can be selected for a case. */
export function ResultTransactions({ result }: { result: InquiryResult }) {
  const { items, cards } = result
  const withoutCheckbox = useFollowedMark(result)
  const selectable = cards.length === 1 && items.some((item) => withoutCheckbox(item) === undefined)
  const { state, rows = items } = useTransactions({ items, hasCards: cards.length > 1, withoutCheckbox })
  const selected = [...state.selected.values()]
  return (
    <Card flush>
      <TransactionRows {...{ state, rows, selectable }} canOpen />
      {selected.length > 0 ? (
        <SelectionBar result={result} selected={selected} onClear={() => state.select(new Map())} />
      ) : (
        <div className={css.foot}>
          <span>{plural(items.length, 'transaction')}</span>
          <ColumnsButton state={state} />
          <ExportButton
            columns={state.columns}
            rows={rows}
            run={(body) => call(inquiryEndpoints.exportAnswer, { params: { id: result.id }, body })}
          />
        </div>
      )}
    </Card>
  )
}

/** In place of a checkbox: the open case of a purchase, or nothing for a row that no case can follow. */
function useFollowedMark({ cases }: InquiryResult) {
  const caseOf = useMemo(() => followedPurchases(cases), [cases])
  return useCallback(
    (row: Transaction) => {
      const caseNo = caseOf.get(row.transaction_id)
      if (caseNo)
        return (
          <Link {...caseLink(caseNo)} className={css.followed} aria-label={caseNo} title={caseNo}>
            <Icon name="follow" />
          </Link>
        )
      return isOffered(row) ? undefined : null
    },
    [caseOf],
  )
}

type BarProps = { result: InquiryResult; selected: readonly Transaction[]; onClear: () => void }

function SelectionBar({ result, selected, onClear }: BarProps) {
  const navigate = useNavigate()
  const [card] = result.cards
  const noun = selected.every(isLate) ? 'late purchase' : 'purchase'
  function open() {
    if (!card) return
    setCaseStart({
      card_id: card.card_id,
      card: card.card,
      transactions: result.items,
      transaction_ids: selected.map(({ transaction_id }) => transaction_id),
      ticket_no: result.ticket_no,
    })
    void navigate(newCaseLink)
  }
  return (
    <div className={css.foot} data-selected role="toolbar" aria-label="Actions on the selected purchases">
      <strong role="status">{plural(selected.length, noun)} selected</strong>
      <PermissionGate permission="case:create">
        <Button onClick={open}>Open case</Button>
      </PermissionGate>
      <Button variant="quiet" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
