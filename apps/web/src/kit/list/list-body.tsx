import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice, useLastingError } from '../feedback/error-notice.tsx'
import { CardsHead } from './cards-head.tsx'
import { inSentence } from './condition-words.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { ListPager } from './list-pager.tsx'
import { selectionOf } from './list-search.ts'
import type { PageReply } from './paging.ts'
import type { ListView } from './use-list.ts'

/** Result of a screen's query of the list. */
export type ListResult<Row> = {
  data: (PageReply & { items: readonly Row[] }) | undefined
  error: Error | null
  isFetching: boolean
  /** True if the rows are those of the previous query. */
  isPlaceholderData: boolean
  refetch: () => unknown
}

export type ListBodyProps<Row> = Omit<DataTableProps<Row>, 'rows' | 'busy'> & {
  result: ListResult<Row>
  /** Shown if the list has no rows at all. */
  empty: ReactNode
  /** Shown in the pager while rows are selected. */
  children?: ReactNode
  /** Shown in the pager otherwise. */
  note?: ReactNode
}

/** The rows of a list, its empty or error state, and its pager. */
export function ListBody<Row>({ result, empty, children, note, ...table }: ListBodyProps<Row>) {
  const { state } = table
  const { data, error, isFetching, isPlaceholderData, refetch } = result
  const lastingError = useLastingError({ error, data })
  const { title } = state.list.declaration
  const isEmpty = data?.items.length === 0
  const isNarrowed = Object.keys(selectionOf(state.search)).length > 0
  const isAhead = isEmpty && data.total > 0
  return (
    <>
      {lastingError ? (
        <ErrorNotice
          what={`The ${inSentence(title)}`}
          error={lastingError}
          busy={isFetching}
          onRetry={refetch}
        />
      ) : isEmpty ? (
        isNarrowed || isAhead ? (
          <NoMatch state={state} isAhead={isAhead} />
        ) : (
          empty
        )
      ) : (
        <>
          <CardsHead state={state} reply={data} />
          <DataTable {...table} rows={data?.items} busy={isPlaceholderData} />
        </>
      )}
      {data && (data.total > 0 || state.selected.size > 0) && (
        <ListPager state={state} reply={data} note={note}>
          {children}
        </ListPager>
      )}
    </>
  )
}

type NoMatchProps = { state: ListView; isAhead: boolean }

function NoMatch({ state, isAhead }: NoMatchProps) {
  if (isAhead)
    return (
      <EmptyState
        title="This page doesn’t exist"
        action={<Button onClick={() => state.change({ page: undefined })}>Go to the first page</Button>}
      >
        The list is shorter than before.
      </EmptyState>
    )
  return (
    <EmptyState
      title={`No ${state.list.noun} matches`}
      action={<Button onClick={() => state.change({ search: undefined, filters: undefined })}>Clear</Button>}
    >
      Change or clear the search and the filters.
    </EmptyState>
  )
}
