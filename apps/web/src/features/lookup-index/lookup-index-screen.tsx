import { may } from '@backoffice/contract/access'
import { GAP_KINDS, gapPermission } from '@backoffice/contract/mapping-gaps'
import { useQuery } from '@tanstack/react-query'
import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import { ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { Page } from '../../kit/shell/page.tsx'
import { useUser } from '../../session/store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { gapFiguresQuery } from '../mapping/gap-figures.ts'
import { GapsCard } from './gaps-card.tsx'
import css from './lookup-index.module.css'
import { tableFiguresQuery } from './mapping-queries.ts'
import { TableCards } from './table-cards.tsx'

/** Figures of the lookup tables, and their mapping gaps. */
export function LookupIndexScreen() {
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
