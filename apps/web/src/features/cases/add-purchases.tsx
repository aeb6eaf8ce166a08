import { type CaseDetail, caseEndpoints, MAX_CASE_PURCHASES } from '@backoffice/contract/cases'
import { useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import { call } from '../../net/call.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { AddedPurchases } from './add-purchases-dialog.tsx'
import css from './cases.module.css'
import { storeCase } from './cases-queries.ts'
import { MissingPurchaseDialog } from './missing-purchase-dialog.tsx'
import { refreshCases } from './start/case-queries.ts'

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
  if (purchases.length >= MAX_CASE_PURCHASES)
    return <p className={css.quiet}>A case has at most {MAX_CASE_PURCHASES} purchases.</p>
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
