import { PAGE_SIZES } from '@backoffice/contract/list'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { ErrorNotice, useLastingError } from '../feedback/error-notice.tsx'
import { fieldLabel, headingOf } from './columns.ts'
import { describeSort, inSentence } from './condition-words.ts'
import css from './data-table.module.css'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { directionOf, nextSort, sortedFields } from './head-cell.tsx'
import { selectionOf } from './list-search.ts'
import { type PageReply, pageChange, pagingOf } from './paging.ts'
import panelsCss from './panels.module.css'
import type { ListState, ListView } from './use-list.ts'

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

type Props<Row> = {
  state: ListState<Row>
  reply: PageReply
  /** Actions on the selected rows. */
  children?: ReactNode
  /** Shown while no row is selected. */
  note?: ReactNode
}

function ListPager<Row>({ state, reply, children, note }: Props<Row>) {
  const { list, search, change } = state
  const { page, pages, hasNext, hasPrevious } = pagingOf(search, reply)
  return (
    <Pager
      label={`Pages of ${inSentence(list.declaration.title)}`}
      page={page}
      pages={pages}
      pageSize={reply.page_size}
      total={reply.total}
      estimated={reply.total_estimated}
      sizes={PAGE_SIZES}
      onNext={hasNext ? () => change(pageChange(search, reply, 1)) : undefined}
      onPrevious={hasPrevious ? () => change(pageChange(search, reply, -1)) : undefined}
      note={note}
      onSize={(wanted) => change({ size: PAGE_SIZES.find((size) => size === wanted), page: undefined })}
    >
      {state.selected.size > 0 && children}
    </Pager>
  )
}

type CardsHeadProps = { state: ListView; reply: PageReply | undefined }

/** Replaces the column headings in the card layout: count and sort of the rows. */
function CardsHead({ state, reply }: CardsHeadProps) {
  const popover = usePopover()
  const { list, sort } = state
  const words = describeSort(sortedFields(sort).map((field) => fieldLabel(list, field)))
  return (
    <div className={css.cardsHead}>
      <span>
        {reply && `${reply.total_estimated ? 'about ' : ''}${formatNumber(reply.total)} `}
        {reply?.total === 1 ? list.noun : inSentence(list.declaration.title)}
      </span>
      <button
        {...popover.trigger}
        type="button"
        className={css.sort}
        aria-haspopup="dialog"
        aria-label={`Sorted ${words}`}
      >
        <span>{words}</span>
        <Icon name="open" size={12} />
      </button>
      <Popover popover={popover} label={`Sort of ${inSentence(list.declaration.title)}`}>
        <SortPanel state={state} />
      </Popover>
    </div>
  )
}

/** Sortable columns; each press adds a column to the sort, reverses it or removes it. */
function SortPanel({ state: { list, sort, change } }: { state: ListView }) {
  const { fields, sort: declared } = list.declaration
  return (
    <div className={panelsCss.list}>
      {list.columns
        .filter(({ field }) => fields[field]?.sort)
        .map((column) => {
          const direction = directionOf(sort, column.field)
          const rank = sortedFields(sort).indexOf(column.field) + 1
          return (
            <button
              key={column.field}
              type="button"
              className={panelsCss.item}
              aria-pressed={direction !== undefined}
              onClick={() => change({ sort: nextSort(sort, column.field, true, declared) })}
            >
              {headingOf(list, column)}
              {direction && (
                <span className={panelsCss.note}>
                  <Icon name={direction === 'asc' ? 'up' : 'down'} size={12} /> {rank}
                  <span className="visually-hidden">
                    {direction === 'asc' ? ', ascending' : ', descending'}
                  </span>
                </span>
              )}
            </button>
          )
        })}
      {sort !== declared && (
        <button type="button" className={panelsCss.item} onClick={() => change({ sort: undefined })}>
          Reset sort
        </button>
      )}
    </div>
  )
}
