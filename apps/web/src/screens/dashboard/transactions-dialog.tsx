import { isKeyOf } from '@backoffice/contract/objects'
import {
  MAX_TRANSACTIONS_SHOWN,
  PENDING_AGES,
  TRAN_CLASS_LABELS,
  TRANSACTION_FIGURES,
} from '@backoffice/contract/transactions'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ErrorNotice, useLastingError } from '../../kit/error-notice.tsx'
import { plural } from '../../kit/format-number.ts'
import { calendarDay } from '../../kit/format-time.ts'
import { linkTo } from '../../kit/link-to.ts'
import { TransactionsTable } from '../../transactions/transactions-table.tsx'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './dashboard.module.css'
import { drillQuery } from './dashboard-queries.ts'
import { parseDrill } from './links.ts'

type Props = { date: string | undefined; list: string }

/** Transactions behind a figure. Part of the dashboard's URL, so that "back" closes it. */
export function TransactionsDialog({ date, list }: Props) {
  const navigate = useNavigate()
  const drill = drillOf(parseDrill(list))
  const { data, error, isFetching, refetch } = useQuery({
    // The placeholder figure is never requested.
    ...drillQuery({ ...(date && { date }), ...(drill ?? { figure: 'TRANSACTIONS' }) }),
    enabled: drill !== undefined,
  })
  const lastingError = useLastingError({ error, data })
  const close = () =>
    void navigate(
      linkTo('.', { search: (current: object) => ({ ...current, list: undefined }), resetScroll: false }),
    )
  if (!drill) return null
  const title = titleOf(drill)
  const repeated = drill.figure === 'DUPLICATES' && data && data.total > 0
  return (
    <Dialog label={title} place="wide" onClose={close}>
      <DialogHead title={title} onClose={close} />
      <div className={css.drill}>
        {data && (
          <p>
            {calendarDay(data.business_date)}:{' '}
            {plural(data.total, drill.figure === 'DUPLICATES' ? 'duplicate' : 'transaction')}
            {repeated && ', each below the transaction it repeats'}
            {drill.figure === 'PENDING' && ', pending now, of this date or earlier'}.
          </p>
        )}
        {data?.is_cut && <Notice tone="info">Only the first {MAX_TRANSACTIONS_SHOWN} are shown.</Notice>}
        {lastingError ? (
          <ErrorNotice
            what="The transactions"
            error={lastingError}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : data?.items.length === 0 ? (
          <EmptyState title="No transactions">Choose another date.</EmptyState>
        ) : (
          <TransactionsTable items={data?.items} hasCards isUnsorted={drill.figure === 'DUPLICATES'} />
        )}
      </div>
    </Dialog>
  )
}

type DrillQuery = NonNullable<Parameters<typeof drillQuery>[0]>

/** Undefined if the URL names no known figure. */
function drillOf({
  figure,
  company_code,
  tran_class,
  age,
}: ReturnType<typeof parseDrill>): DrillQuery | undefined {
  if (!figure || !isKeyOf(TRANSACTION_FIGURES, figure)) return undefined
  const isClass = tran_class === '' || (tran_class !== undefined && isKeyOf(TRAN_CLASS_LABELS, tran_class))
  return {
    figure,
    ...(company_code !== undefined && { company_code }),
    ...(isClass && { tran_class }),
    ...(age && isKeyOf(PENDING_AGES, age) && { age }),
  }
}

function titleOf({ figure, company_code, tran_class, age }: DrillQuery): string {
  return [
    TRANSACTION_FIGURES[figure],
    age && `${PENDING_AGES[age].label} working days`,
    company_code !== undefined && (company_code || 'no company'),
    tran_class !== undefined && (tran_class ? TRAN_CLASS_LABELS[tran_class] : 'not mapped'),
  ]
    .filter(Boolean)
    .join(', ')
}
