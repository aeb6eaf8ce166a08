import { type InquiryResult, inquiryEndpoints } from '@backoffice/contract/endpoints/inquiries'
import { hundredths, signedHundredths } from '../../../kit/format-amount.ts'
import { plural } from '../../../kit/format-number.ts'
import { ColumnsButton } from '../../../kit/list/columns-button.tsx'
import { PermissionGate } from '../../../kit/permission-gate.tsx'
import { useWrite } from '../../../kit/use-write.ts'
import { call } from '../../../net/call.ts'
import { PostingAge, writtenFields } from '../../../transactions/transactions-list.tsx'
import { TransactionRows, useTransactions } from '../../../transactions/transactions-table.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import css from './single.module.css'

export function ResultTransactions({ result }: { result: InquiryResult }) {
  const { id, items, totals, cards } = result
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
    store: saveFile,
  })
  return (
    <Card flush>
      <div className={css.bar}>
        <dl className={css.totals}>
          <Total name="Rows">{formatNumber(totals.rows)}</Total>
          <Total name="Amount">₱ {hundredths(totals.amount)}</Total>
          <Total name="Earned, posted" tone={totals.earned > 0 ? 'ok' : undefined}>
            {signedHundredths(totals.earned)}
          </Total>
          <Total name="Redeemed" tone={totals.redeemed > 0 ? 'bad' : undefined}>
            {signedHundredths(-totals.redeemed)}
          </Total>
          <Total name="Pending">
            {formatNumber(totals.pending)} <small>{hundredths(totals.pending_points)} points</small>
          </Total>
          <Total name="Oldest pending">
            <PostingAge days={totals.oldest_pending_working_days} />
          </Total>
        </dl>
        <div className={css.actions}>
          <ColumnsButton state={state} />
          <PermissionGate permission="inquiry:export">
            <Button busy={download.isPending} onClick={() => download.run()}>
              Export
            </Button>
          </PermissionGate>
        </div>
      </div>
      <TransactionRows state={state} rows={rows} />
    </Card>
  )
}

type TotalProps = { name: string; tone?: 'ok' | 'bad' | undefined; children: React.ReactNode }

function Total({ name, tone, children }: TotalProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-tone={tone}>{children}</dd>
    </div>
  )
}

/** Saves a CSV of at most 500 masked rows. */
function saveFile({ file_name, csv }: { file_name: string; csv: string }): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: file_name })
  link.click()
  // The browser must have started reading the blob.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
