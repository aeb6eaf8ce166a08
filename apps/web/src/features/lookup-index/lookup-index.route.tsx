import { may } from '@backoffice/contract/access'
import {
  GAP_KINDS,
  GAP_TABLES,
  type GapFigures,
  gapPermission,
  type TableFigures,
} from '@backoffice/contract/mapping'
import type { TableHeader } from '@backoffice/contract/table'
import { TABLE_HEADERS } from '@backoffice/contract/tables/headers'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { redirectWithoutModule } from '../../kit/access/guards.ts'
import { ErrorBoundary, ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { plural } from '../../kit/format/format-number.ts'
import { listParams } from '../../kit/list/list-search.ts'
import { listLink } from '../../kit/record/record-links.ts'
import { Page } from '../../kit/shell/page.tsx'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { gapFiguresQuery } from '../mapping/gap-figures.ts'
import { GapsCard } from './gaps-card.tsx'
import { loadLookupIndex, tableFiguresQuery } from './gaps-list.tsx'
import css from './lookup-index.module.css'

export const Route = createFileRoute('/_app/lookup/')({
  caseSensitive: true,
  validateSearch: listParams,
  beforeLoad: ({ preload }) => redirectWithoutModule('Lookup', preload),
  loaderDeps: ({ search }) => search,
  // Not awaited, because the screen shows its own loading and error states.
  loader: ({ deps }) => loadLookupIndex(deps),
  component: LookupIndexScreen,
})

/** Figures of the lookup tables, and their mapping gaps. */
function LookupIndexScreen() {
  const user = useUser()
  const { data: tables, error, isFetching, refetch } = useQuery(tableFiguresQuery)
  const lastingError = useLastingError({ error, data: tables })
  const mayView = GAP_KINDS.some((kind) => may(user, gapPermission(kind, 'view')))
  const gaps = useQuery({ ...gapFiguresQuery, enabled: mayView })
  const figures = gaps.data ?? (gaps.isError ? null : undefined)
  return (
    <Page title="Lookup tables" crumbs={[{ label: 'Lookup' }]}>
      {tables ? (
        <TableCards tables={tables} gaps={figures?.gaps ?? []} />
      ) : lastingError ? (
        <ErrorNotice
          what="The figures"
          error={lastingError}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={css.cards} aria-hidden="true">
          {[0, 1, 2, 3].map((at) => (
            <Skeleton key={at} width="100%" height={140} />
          ))}
        </div>
      )}
      {mayView ? (
        <ErrorBoundary what="The mapping gaps">
          <GapsCard figures={figures} />
        </ErrorBoundary>
      ) : (
        <EmptyState title="Choose a table">Open a table from the sidebar.</EmptyState>
      )}
    </Page>
  )
}

type Props = { tables: readonly TableFigures[]; gaps: GapFigures['gaps'] }

/** Cards of the lookup tables that the user may view. */
function TableCards({ tables, gaps }: Props) {
  const shown = Object.values(TABLE_HEADERS).filter(({ path }) => path.startsWith('/lookup/'))
  return (
    <ul className={css.cards}>
      {shown.map((table) => {
        const figures = tables.find(({ name }) => name === table.name)
        return (
          figures && (
            <TableCard key={table.name} table={table} figures={figures} gaps={codesOf(gaps, table)} />
          )
        )
      })}
    </ul>
  )
}

function codesOf(gaps: GapFigures['gaps'], table: TableHeader): number {
  return gaps.find(({ kind }) => GAP_TABLES[kind].table.name === table.name)?.codes ?? 0
}

function TableCard({ table, figures, gaps }: { table: TableHeader; figures: TableFigures; gaps: number }) {
  const { total, in_force, ending, changed_in_7_days, silent } = figures
  return (
    <li className={css.card}>
      <div className={css.cardHead}>
        <h2>
          <Link {...listLink(table)}>{table.title}</Link>
        </h2>
        {gaps > 0 && <Badge tone="warn">{`${formatNumber(gaps)} not mapped`}</Badge>}
      </div>
      <p className={css.figure}>{formatNumber(total)}</p>
      <p>{total > 0 && in_force === total ? 'all in force' : `${formatNumber(in_force)} in force`}</p>
      <p>
        {silent === null
          ? `${ending === 0 ? 'none end' : plural(ending, 'ends', 'end')} within 30 days`
          : `${formatNumber(silent)} silent for more than 24 h`}
      </p>
      <p>
        {changed_in_7_days === 0 ? 'none changed' : `${formatNumber(changed_in_7_days)} changed`} this week
      </p>
    </li>
  )
}
