import { type InquiryResult, inquiryEndpoints } from '@backoffice/contract/endpoints/inquiries'
import { plural } from '../../../kit/format-number.ts'
import { ColumnsButton } from '../../../kit/list/columns-button.tsx'
import { PermissionGate } from '../../../kit/permission-gate.tsx'
import { useWrite } from '../../../kit/use-write.ts'
import { call } from '../../../net/call.ts'
import { saveCsv } from '../../../transactions/save-csv.ts'
import { writtenFields } from '../../../transactions/transactions-list.tsx'
import { TransactionRows, useTransactions } from '../../../transactions/transactions-table.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import css from './single.module.css'

/** Rows of a result; each opens to all of its fields. */
export function ResultTransactions({ result }: { result: InquiryResult }) {
  const { id, items, cards } = result
  const { state, rows = items } = useTransactions({ items, hasCards: cards.length > 1 })
  const download = useWrite({
    run: () =>
      call(inquiryEndpoints.exportAnswer, {
        params: { id },
        body: {
          columns: writtenFields(state.columns),
          order: rows.map(({ transaction_id }) => transaction_id),
        },
      }),
    successText: `Exported ${plural(items.length, 'transaction')}`,
    store: saveCsv,
  })
  return (
    <Card flush>
      <TransactionRows state={state} rows={rows} canOpen />
      <div className={css.foot}>
        <span>{plural(items.length, 'transaction')}</span>
        <ColumnsButton state={state} />
        <PermissionGate permission="inquiry:export">
          <Button busy={download.isPending} onClick={() => download.run()}>
            Export
          </Button>
        </PermissionGate>
      </div>
    </Card>
  )
}
