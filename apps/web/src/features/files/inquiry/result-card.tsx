import type { CallInput } from '@backoffice/contract/endpoint'
import { RESULT_OUTCOMES, type ResultOutcome } from '@backoffice/contract/file-kinds'
import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { PAGE_SIZES } from '@backoffice/contract/list'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice, useLastingError } from '../../../kit/feedback/error-notice.tsx'
import { BulkBar } from '../../../kit/list/bulk-bar.tsx'
import { ColumnsButton } from '../../../kit/list/columns-panel.tsx'
import { DataTable } from '../../../kit/list/data-table.tsx'
import { usePageSize } from '../../../kit/preferences/preferences.ts'
import { ApiError, errorMessage } from '../../../net/api-error.ts'
import { call } from '../../../net/call.ts'
import { Button } from '../../../ui/button.tsx'
import { CountChips } from '../../../ui/count-chips.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Pager, pagesOf } from '../../../ui/pager.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { useLocalList } from '../../transactions/use-local-list.ts'
import type { FileSearch } from '../file-search.ts'
import css from './result-card.module.css'
import { useResultRows } from './result-list.tsx'
import { OUTCOMES, searchProblem } from './result-words.ts'

type Props = { file: TrackedFile; search: FileSearch; onSearch: (search: FileSearch) => void }

const FILE_ORDER = [] as const

/** Rows of a result by outcome. The address has outcome and page, but never the search, which may be card digits. */
export function ResultCard({ file, search, onSearch }: Props) {
  const { outcome, page = 1 } = search
  const [typed, setTyped] = useState('')
  const preferred = usePageSize()
  const size = search.size ?? preferred
  const { list, menu, bulk, cases } = useResultRows(file, () => state.select(new Map()))
  const state = useLocalList(list, FILE_ORDER)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...resultQuery(file, {
      ...(outcome && { outcome }),
      ...(typed && { search: typed }),
      page,
      page_size: size,
    }),
    placeholderData: keepPreviousData,
  })
  const lastingError = useLastingError({ error, data })
  const total = data?.total ?? countOf(file, outcome)
  const turnTo = (to: number) => onSearch({ outcome, size: search.size, page: to > 1 ? to : undefined })

  return (
    <section className={css.card} aria-label="Result">
      <div className={css.bar}>
        <CountChips<ResultOutcome | undefined>
          label="Rows by outcome"
          chips={[
            { value: undefined, label: 'All', count: file.counts.total },
            ...RESULT_OUTCOMES.map((value) => ({
              value,
              label: OUTCOMES[value].label,
              count: countOf(file, value),
            })),
          ]}
          value={outcome}
          onChange={(next) => onSearch({ outcome: next, size: search.size })}
        />
        <div className={css.tools}>
          <SearchBox
            label="Row or last four digits"
            value={typed}
            validate={searchProblem}
            onCommit={(text) => {
              setTyped(text)
              turnTo(1)
            }}
          />
          <ColumnsButton state={state} />
        </div>
      </div>
      {lastingError ? (
        <RowsError error={lastingError} busy={isFetching} onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <NoRows
          isAhead={data.total > 0}
          isSearch={typed !== ''}
          onClear={() => {
            setTyped('')
            turnTo(1)
          }}
        />
      ) : (
        <DataTable
          state={{ ...state, size }}
          rows={data?.items}
          busy={isPlaceholderData}
          menu={menu}
          selectable
        />
      )}
      {total > 0 && (
        <Pager
          label="Pages of the result"
          page={page}
          pageSize={size}
          total={total}
          sizes={PAGE_SIZES}
          onNext={page < pagesOf(total, size) ? () => turnTo(page + 1) : undefined}
          onPrevious={page > 1 ? () => turnTo(Math.min(page - 1, pagesOf(total, size))) : undefined}
          onSize={(wanted) => onSearch({ outcome, size: PAGE_SIZES.find((each) => each === wanted) })}
        >
          {state.selected.size > 0 && (
            <BulkBar
              state={state}
              total={undefined}
              actions={[
                { label: 'Open cases', permission: 'case:create', isPending: cases.isPending, run: bulk },
              ]}
            />
          )}
        </Pager>
      )}
      {cases.dialog}
    </section>
  )
}

function countOf({ counts }: TrackedFile, outcome: ResultOutcome | undefined): number {
  if (outcome === undefined) return counts.total
  const { found, not_found, error, duplicate } = counts
  return { FOUND: found ?? 0, NOT_FOUND: not_found ?? 0, INVALID: error, DUPLICATE: duplicate }[outcome]
}

type ErrorProps = { error: Error; busy: boolean; onRetry: () => void }

function RowsError({ error, busy, onRetry }: ErrorProps) {
  if (error instanceof ApiError && error.code === 'artifact_not_found')
    return <EmptyState title="The rows can’t be shown here">{errorMessage(error)}</EmptyState>
  return <ErrorNotice what="The rows" error={error} busy={busy} onRetry={onRetry} />
}

type NoRowsProps = { isAhead: boolean; isSearch: boolean; onClear: () => void }

function NoRows({ isAhead, isSearch, onClear }: NoRowsProps) {
  if (!isAhead && !isSearch)
    return <EmptyState title="No row has this outcome">Choose another one.</EmptyState>
  return (
    <EmptyState
      title={isAhead ? 'This page doesn’t exist' : 'No row matches'}
      action={<Button onClick={onClear}>{isAhead ? 'Go to the first page' : 'Clear the search'}</Button>}
    >
      {isAhead ? 'The result is shorter.' : 'Change or clear the search.'}
    </EmptyState>
  )
}

type Body = NonNullable<CallInput<typeof fileEndpoints.result>['body']>

/** A page of a result, which never changes. The key includes its end, because a run after a failure has another. */
function resultQuery({ source_filekey, finished_at }: TrackedFile, query: Omit<Body, 'source_filekey'>) {
  const body = { source_filekey, ...query }
  return queryOptions({
    queryKey: ['files', 'result', finished_at, body],
    queryFn: ({ signal }) => call(fileEndpoints.result, { body, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
