import { terminals } from '@backoffice/contract/tables/terminals'
import { terminalEndpoints } from '@backoffice/contract/terminals'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { formatDateTime } from '../../kit/format/format-time.ts'
import { BrokenRecord } from '../../kit/record/record-pane.tsx'
import { recordQuery } from '../../kit/record/record-queries.ts'
import { RecordScreen } from '../../kit/record/record-screen.tsx'
import { call } from '../../net/call.ts'
import { prefetch } from '../../net/query-client.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './terminal-moves.module.css'

export const Route = createFileRoute('/_app/lookup/shell_tid/$id')({
  loader: ({ params }) => prefetch(recordQuery(terminals, params.id)),
  component: Terminal,
  errorComponent: BrokenTerminal,
})

function Terminal() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return (
    <RecordScreen
      table={terminals}
      id={id}
      tab={tab}
      more={(row) => [
        { id: 'moves', label: 'Moves', panel: () => <TerminalMoves id={row.id} version={row.version} /> },
      ]}
    />
  )
}

function BrokenTerminal({ error }: ErrorComponentProps) {
  return <BrokenRecord table={terminals} error={error} />
}

/** Moves of a terminal, latest first. `version` refetches them after each save. */
function TerminalMoves({ id, version }: { id: string; version: number }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['terminals', 'moves', id, version],
    queryFn: ({ signal }) => call(terminalEndpoints.moves, { params: { id }, signal }),
  })
  if (error)
    return <ErrorNotice what="The moves" error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={80} />
  if (data.items.length === 0)
    return <EmptyState title="No moves yet">Moves of this terminal are listed here.</EmptyState>
  return (
    <ol className={css.moves}>
      {data.items.map((move) => (
        <li key={move.id}>
          <p className={css.places}>
            {move.from_company_code} {move.from_branch_code} <span aria-hidden="true">→</span>
            <span className="visually-hidden">to</span>{' '}
            <strong>
              {move.to_company_code} {move.to_branch_code}
            </strong>
          </p>
          <p className={css.when}>
            <time dateTime={move.moved_at}>{formatDateTime(move.moved_at)}</time>, {move.moved_by}
          </p>
        </li>
      ))}
      {data.more && <li className={css.when}>Older moves are in the history.</li>}
    </ol>
  )
}
