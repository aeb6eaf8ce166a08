import { type CaseDetail, type CasePurchase, caseEndpoints, isOpenCase } from '@backoffice/contract/cases'
import type { ReactNode } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { ConfirmButton } from '../../kit/feedback/confirm-button.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import { hundredths } from '../../kit/format/format-amount.ts'
import { calendarDay, formatDateTime } from '../../kit/format/format-time.ts'
import { call } from '../../net/call.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AddPurchases } from './add-purchases.tsx'
import css from './cases.module.css'
import { storeCase } from './cases-queries.ts'
import { branchOf, LiveMark, postingOf } from './purchase-lines.tsx'
import { refreshCases } from './start/case-queries.ts'

type Props = { found: CaseDetail; isStale: boolean }

/** All purchases of a case with every field. */
export function TransactionsTab({ found, isStale }: Props) {
  const { purchases, status, checked_at } = found
  return (
    <div className={css.tab}>
      <div className={css.sectionHead}>
        <h3>Purchases</h3>
        <LiveMark checkedAt={checked_at} isStale={isStale} />
      </div>
      {purchases.length === 0 && (
        <EmptyState title="No purchases">This case is closed by hand or by a reply of posting.</EmptyState>
      )}
      {purchases.map((purchase) => (
        <section key={purchase.no} className={css.purchase} aria-label={nameOf(purchase)}>
          <dl className={css.facts}>
            {factsOf(purchase).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {isOpenCase(status) && <RemoveButton found={found} purchase={purchase} />}
        </section>
      ))}
      {isOpenCase(status) && <AddPurchases found={found} />}
    </div>
  )
}

const nameOf = ({ business_date, receipt_no }: CasePurchase) =>
  `Purchase on ${calendarDay(business_date)}, ${receipt_no ?? 'no receipt'}`

const EMPTY = <EmptyValue key="empty" />

function factsOf(purchase: CasePurchase): [string, ReactNode][] {
  const { business_date, receipt_no, amount, points_expected, posting, transaction_id } = purchase
  const { text, tone } = postingOf(purchase)
  const facts: [string, ReactNode][] = [
    ['Business date', calendarDay(business_date)],
    ['Amount', `₱ ${hundredths(amount)}`],
    ['Branch', branchOf(purchase) || EMPTY],
    ['Receipt', receipt_no ? <code key="receipt">{receipt_no}</code> : EMPTY],
    ['Points expected', points_expected === null ? EMPTY : hundredths(points_expected)],
    [
      'Posting',
      <strong key="posting" className={css.toned} data-tone={tone}>
        {text}
      </strong>,
    ],
    ['Transaction', transaction_id ? <code key="id">{transaction_id}</code> : 'Waiting for a load'],
  ]
  if (posting?.status === 'POSTED') facts.push(['Points posted', hundredths(posting.points)])
  if (posting?.posted_at)
    facts.push([
      'Posted at',
      <time key="at" dateTime={posting.posted_at}>
        {formatDateTime(posting.posted_at)}
      </time>,
    ])
  return facts
}

function RemoveButton({
  found: { id, case_no, version },
  purchase,
}: {
  found: CaseDetail
  purchase: CasePurchase
}) {
  const remove = useWrite({
    run: () => call(caseEndpoints.removePurchase, { params: { id }, body: { version, no: purchase.no } }),
    successText: `Purchase removed from ${case_no}`,
    store: storeCase,
    refresh: refreshCases,
    showsError: true,
  })
  return (
    <PermissionGate permission="case:update">
      <ConfirmButton
        title="Remove this purchase?"
        message={`${nameOf(purchase)}. It can then be followed in another case.`}
        yes="Remove"
        write={remove}
      >
        Remove from case
      </ConfirmButton>
    </PermissionGate>
  )
}
