import { type InquiryResult, inquiryEndpoints, type Transaction } from '@backoffice/contract/inquiries'
import { INQUIRY_OUTCOMES } from '@backoffice/contract/inquiry-criteria'
import { labelOfState } from '@backoffice/contract/objects'
import { MAX_TRANSACTIONS_SHOWN } from '@backoffice/contract/transactions'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { plural } from '../../../kit/format/format-number.ts'
import { calendarDay, formatDateTime } from '../../../kit/format/format-time.ts'
import { ColumnsButton } from '../../../kit/list/columns-panel.tsx'
import { call } from '../../../net/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { caseLink, newCaseLink, setCaseStart } from '../../cases/start/case-start.ts'
import { followedPurchases, isLate, isOffered } from '../../cases/start/offered-purchases.ts'
import { ExportButton } from '../../transactions/export-button.tsx'
import { TransactionRows, useTransactions } from '../../transactions/transactions-table.tsx'
import { CardStrips, CardTimeline } from './card-details.tsx'
import { ReplyText } from './reply-text.tsx'
import css from './single.module.css'

type Props = {
  result: InquiryResult
  /** The result is from an earlier run. */
  isPast: boolean
  /** The form differs from its request. */
  isOutdated: boolean
}

const SUBJECT_NOUNS = { CARD: 'card', ACCOUNT: 'account', REFERENCE: 'reference' } as const

export function Result({ result, isPast, isOutdated }: Props) {
  const [card, ...others] = result.cards
  const isMissing = card === undefined && result.outcome !== 'FOUND'
  const isOneCard = card !== undefined && others.length === 0
  return (
    <section className={css.section} aria-labelledby="result">
      <h2 id="result" className="visually-hidden">
        {plural(result.totals.rows, 'transaction')} of {result.criteria.subject}
      </h2>
      {isOutdated && (
        <Notice
          tone="warn"
          title={`This reply is for ${SUBJECT_NOUNS[result.mode]} ${result.criteria.subject}.`}
          live
        >
          The form has changed. Run the inquiry again to update the reply.
        </Notice>
      )}
      {isPast && !isOutdated && (
        <Notice
          tone="info"
          title={`Saved answer from ${formatDateTime(result.created_at)}, run by ${result.owner.name}.`}
        >
          Run again for current data.
        </Notice>
      )}
      {result.is_cut && (
        <Notice tone="warn" title="Narrow the range.">
          Only the newest {MAX_TRANSACTIONS_SHOWN} of {plural(result.totals.rows, 'transaction')} are shown.
          The totals include all of them.
        </Notice>
      )}
      <div className={css.result}>
        <div className={css.card}>
          {isMissing ? <NotFound result={result} /> : <CardStrips result={result} />}
        </div>
        <div className={css.reply}>
          <ReplyText result={result} isOutdated={isOutdated} />
        </div>
        {!isMissing && (
          <div className={css.rows}>
            {result.outcome === 'FOUND' ? (
              <ResultTransactions result={result} />
            ) : (
              <NotFound result={result} />
            )}
          </div>
        )}
        {isOneCard && (
          <div className={css.timeline}>
            <CardTimeline cardId={card.card_id} shownId={result.id} />
          </div>
        )}
      </div>
    </section>
  )
}

const HINTS = {
  CARD_NOT_FOUND: 'The number is valid but not on file. Compare it with the card.',
  ACCOUNT_NOT_FOUND: 'No card has this account number. Check it, or search by card.',
  REFERENCE_NOT_FOUND: 'No transaction has this RRN or receipt number. Compare it with the receipt.',
} as const

/** Explains why nothing was found. */
function NotFound({ result }: { result: InquiryResult }) {
  const { outcome, last_on, without_filters, criteria } = result
  if (outcome === 'FOUND') return null
  const range = `${calendarDay(criteria.date_from)} to ${calendarDay(criteria.date_to)}`
  const [title, hint] =
    outcome === 'NO_TRANSACTIONS'
      ? [
          `No transactions from ${range}`,
          last_on
            ? `The last transaction was on ${calendarDay(last_on)}. Choose other dates.`
            : 'There are no transactions on any date.',
        ]
      : outcome === 'FILTERED_OUT'
        ? [
            'No transactions match the filters',
            `Clear the filters to see ${plural(without_filters ?? 0, 'transaction')} from ${range}.`,
          ]
        : [labelOfState(INQUIRY_OUTCOMES, outcome), HINTS[outcome]]
  return (
    <Card>
      <EmptyState title={title}>{hint}</EmptyState>
    </Card>
  )
}

/** Rows of a result; each opens to all of its fields. Purchases of one card can be selected for a case. */
function ResultTransactions({ result }: { result: InquiryResult }) {
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

/** Replaces the checkbox by the open case of a purchase, or by nothing if no case can follow the row. */
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
