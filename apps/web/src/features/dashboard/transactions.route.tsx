import { dashboardEndpoints } from '@backoffice/contract/dashboard'
import { MAX_TRANSACTIONS_SHOWN } from '@backoffice/contract/transactions'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import { requireAnyPermission, requirePermission } from '../../kit/access/guards.ts'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { plural } from '../../kit/format/format-number.ts'
import { calendarDay } from '../../kit/format/format-time.ts'
import { ColumnsButton } from '../../kit/list/columns-panel.tsx'
import { DataTable } from '../../kit/list/data-table.tsx'
import { ListFrame } from '../../kit/list/list-page.tsx'
import { Page } from '../../kit/shell/page.tsx'
import { call } from '../../net/call.ts'
import { prefetch } from '../../net/query-client.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Notice } from '../../ui/notice.tsx'
import { setInquiryStart } from '../files/tracked/inquiry-start.ts'
import { ExportButton } from '../transactions/export-button.tsx'
import { TransactionDetails, useTransactions } from '../transactions/transactions-table.tsx'
import { BusinessDate, emptyDay } from './business-date.tsx'
import { drillQuery, type FigureTransactions } from './dashboard-queries.ts'
import { type Drill, type DrillSearch, drillTitle, parseDrill, printDrill } from './drill.ts'
import css from './transactions-screen.module.css'

export const Route = createFileRoute('/_app/operational_dashboard/transactions')({
  validateSearch: (search: Record<string, unknown>): DrillSearch => printDrill(parseDrill(search)),
  beforeLoad: () => {
    requireAnyPermission(['inquiry:run', 'inquiry:view-all'])
    requirePermission('dashboard:view')
  },
  loaderDeps: ({ search }) => search,
  // Not awaited, because the screen shows its own loading and error states.
  loader: ({ deps }) => prefetch(drillQuery(parseDrill(deps))),
  component: TransactionsScreen,
})

const route = getRouteApi('/_app/operational_dashboard/transactions')

/** Transactions behind a figure, at most 500; each opens to all of its fields. */
function TransactionsScreen() {
  const drill = parseDrill(route.useSearch())
  const { date } = drill
  const { data, error, isFetching, refetch } = useQuery(drillQuery(drill))
  const lastingError = useLastingError({ error, data })
  const { state, rows } = useTransactions({
    items: data?.items,
    hasCards: true,
    isUnsorted: drill.figure === 'DUPLICATES',
  })
  return (
    <Page
      title={drillTitle(drill)}
      crumbs={[
        { label: 'Operate' },
        { label: 'Operational Dashboard', to: '/operational_dashboard', ...(date && { search: { date } }) },
      ]}
      actions={
        <>
          <BusinessDate date={date} />
          <ExportButton
            columns={state.columns}
            rows={rows ?? []}
            run={(shown) => call(dashboardEndpoints.exportTransactions, { body: { ...drill, ...shown } })}
          />
        </>
      }
    >
      <ListFrame
        title="Transactions"
        above={
          <>
            <div className={css.listHead}>
              <p role="status">{data && sentenceOf(drill, data)}</p>
              <ColumnsButton state={state} />
            </div>
            {data?.is_cut && (
              <Notice tone="info">
                Only {formatNumber(MAX_TRANSACTIONS_SHOWN)} of {plural(data.total, 'transaction')} are shown
                and exported. Choose a company or a class on the dashboard to see fewer.
              </Notice>
            )}
          </>
        }
      >
        {lastingError ? (
          <ErrorNotice
            what="The transactions"
            error={lastingError}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : data && data.items.length === 0 ? (
          <EmptyState title={emptyDay(nounOf(drill), data.business_date)}>Choose another date.</EmptyState>
        ) : (
          <DataTable
            state={state}
            rows={rows}
            busy={false}
            fills
            detail={(row) => (
              <>
                <TransactionDetails transaction={row} />
                <OpenInquiry row={data?.items.find((each) => each.transaction_id === row.transaction_id)} />
              </>
            )}
          />
        )}
      </ListFrame>
    </Page>
  )
}

type ListedTransaction = FigureTransactions['items'][number]

/** Opens a single inquiry of the card, which is known by its id; nothing while the card is not loaded. */
function OpenInquiry({ row }: { row: ListedTransaction | undefined }) {
  if (!row?.card_id) return null
  const card = { kind: 'ID', card_id: row.card_id, masked: row.card } as const
  return (
    <PermissionGate permission="inquiry:run">
      <Link to="/smac_inquiry" onClick={() => setInquiryStart({ card })}>
        Open in SMAC Inquiry
      </Link>
    </PermissionGate>
  )
}

const nounOf = ({ figure }: Drill) => (figure === 'DUPLICATES' ? 'duplicates' : 'transactions')

/** `25 Nov 2026: 12 transactions.` */
function sentenceOf(drill: Drill, { business_date, total }: FigureTransactions): string {
  const isDuplicates = drill.figure === 'DUPLICATES'
  const found = plural(total, isDuplicates ? 'duplicate' : 'transaction')
  const repeated = isDuplicates && total > 0 ? ', each below the transaction it repeats' : ''
  const pending = drill.figure === 'PENDING' ? ', pending now, of this date or earlier' : ''
  return `${calendarDay(business_date)}: ${found}${repeated}${pending}.`
}
