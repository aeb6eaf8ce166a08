import { isOpenCase, MAX_PURCHASES } from '@backoffice/contract/case-values'
import { type CaseDetail, type CasePurchase, caseEndpoints } from '@backoffice/contract/cases'
import { type ReactNode, useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { ConfirmButton } from '../../kit/feedback/confirm-button.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import { hundredths } from '../../kit/format/format-amount.ts'
import { calendarDay, formatDateTime } from '../../kit/format/format-time.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import { call } from '../../net/call.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { AddedPurchases } from './add-purchases-dialog.tsx'
import css from './cases.module.css'
import { storeCase } from './cases-queries.ts'
import { branchOf, LiveMark, postingOf } from './details-tab.tsx'
import { MissingPurchaseDialog } from './missing-purchase-dialog.tsx'
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

const loadDialog = async () => (await import('./add-purchases-dialog.tsx')).AddPurchasesDialog

/** Adds purchases of the card, or one that no load has brought yet, to an open case. */
export function AddPurchases({ found }: { found: CaseDetail }) {
  const { id, case_no, version, purchases } = found
  const [dialog, setDialog] = useState<'existing' | 'missing'>()
  const close = () => setDialog(undefined)
  const AddPurchasesDialog = useLazyDialog(loadDialog, dialog === 'existing', close)
  const { send } = useWrite({
    run: (added: AddedPurchases) =>
      call(caseEndpoints.addPurchases, { params: { id }, body: { version, ...added } }),
    successText: (saved) =>
      `${saved.purchases.length - purchases.length > 1 ? 'Purchases' : 'Purchase'} added to ${case_no}`,
    store: storeCase,
    refresh: refreshCases,
    showsError: true,
  })
  if (purchases.length >= MAX_PURCHASES)
    return <p className={css.quiet}>A case has at most {MAX_PURCHASES} purchases.</p>
  return (
    <div className={css.adding}>
      <PermissionGate permission={['case:update', 'inquiry:run']}>
        <Button icon={<Icon name="plus" size={14} />} onClick={() => setDialog('existing')}>
          Add purchases
        </Button>
      </PermissionGate>
      <PermissionGate permission="case:update">
        <Button icon={<Icon name="plus" size={14} />} onClick={() => setDialog('missing')}>
          Add a missing purchase
        </Button>
      </PermissionGate>
      {dialog === 'existing' && AddPurchasesDialog && (
        <AddPurchasesDialog found={found} onAdd={send} onClose={close} />
      )}
      {dialog === 'missing' && (
        <MissingPurchaseDialog onAdd={(typed) => send({ typed: [typed] })} onClose={close} />
      )}
    </div>
  )
}
