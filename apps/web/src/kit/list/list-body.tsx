import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice, useLastingError } from '../error-notice.tsx'
import { CardsHead } from './cards-head.tsx'
import { inSentence } from './condition-words.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { ListPager } from './list-pager.tsx'
import { selectionOf } from './list-search.ts'
import type { PageReply } from './paging.ts'
import type { ListView } from './use-list.ts'

/** What a screen's query of the list answers. */
export type ListResult<Row> = {
  data: (PageReply & { items: readonly Row[] }) | undefined
  error: Error | null
  isFetching: boolean
  /** The rows are those of the query before. */
  isPlaceholderData: boolean
  refetch: () => unknown
}

export type ListBodyProps<Row> = Omit<DataTableProps<Row>, 'rows' | 'busy'> & {
  result: ListResult<Row>
  /** Where there are no rows at all. */
  empty: ReactNode
  /** At the start of the pager while rows are selected. */
  children?: ReactNode
  /** At the start of the pager. */
  note?: ReactNode
}

/** The rows of a list, or what stands in their place, and its pages below. */
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
  const title = inSentence(state.list.declaration.title)
  if (isAhead)
    return (
      <EmptyState
        title="There is no such page"
        action={<Button onClick={() => state.change({ page: undefined })}>Go to the first page</Button>}
      >
        The list has become shorter.
      </EmptyState>
    )
  return (
    <EmptyState
      title={`No ${state.list.noun} matches`}
      action={<Button onClick={() => state.change({ search: undefined, filters: undefined })}>Clear</Button>}
    >
      None of the {title} fits this search and these filters.
    </EmptyState>
  )
}
