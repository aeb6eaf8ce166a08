import { maskCardNumbers } from '@backoffice/contract/card-number'
import { PAGE_SIZES } from '@backoffice/contract/schemas'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { filesQuery } from '../../files/file-queries.ts'
import { usePolling } from '../../files/file-stream.ts'
import { ColumnsButton } from '../../kit/columns/columns-button.tsx'
import { DataTable } from '../../kit/columns/data-table.tsx'
import { ErrorNotice, useLastingError } from '../../kit/error-notice.tsx'
import { usePageSize } from '../../kit/preferences/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { FILES_TABLE } from './files-table.tsx'
import { filesOf, type InquirySearch, SINCE, type Since, STATUSES, type Status } from './inquiry-search.ts'

type Props = { search: InquirySearch; onSearch: (change: InquirySearch) => void }

export function FilesCard({ search, onSearch }: Props) {
  const preferred = usePageSize()
  const size = search.size ?? preferred
  const polling = usePolling()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...filesQuery(filesOf(search, preferred)),
    placeholderData: keepPreviousData,
    refetchInterval: polling,
  })
  const lastingError = useLastingError({ error, data })
  const filtered = Boolean(search.q || search.status || search.since)
  const clear = { q: undefined, status: undefined, since: undefined, page: undefined }
  return (
    <Card
      title={FILES_TABLE.title}
      flush
      aside={
        <>
          <FilesToolbar search={search} onSearch={(change) => onSearch({ ...change, page: undefined })} />
          <ColumnsButton table={FILES_TABLE} />
        </>
      }
    >
      {lastingError ? (
        <ErrorNotice what="The tracked files" error={lastingError} busy={isFetching} onRetry={refetch} />
      ) : data?.items.length === 0 ? (
        filtered ? (
          <EmptyState
            title="No file matches"
            action={<Button onClick={() => onSearch(clear)}>Clear the filters</Button>}
          >
            Nothing was uploaded with this name, state and time.
          </EmptyState>
        ) : (
          <EmptyState title="No files yet">
            What you upload is tracked here, from the first byte to its result.
          </EmptyState>
        )
      ) : (
        <DataTable table={FILES_TABLE} rows={data?.items} busy={isPlaceholderData} skeletonRows={size} />
      )}
      {data && data.total > 0 && (
        <Pager
          label="Pages of tracked files"
          page={data.page}
          pageSize={data.page_size}
          // By page number only the first 10,000 rows are reached.
          total={Math.min(data.total, 10_000)}
          estimated={data.total_estimated}
          sizes={PAGE_SIZES}
          // With its size, so that the address shows the same rows to every user.
          onPage={(page) => onSearch({ page, size })}
          onSize={(wanted) => onSearch({ size: PAGE_SIZES.find((each) => each === wanted), page: undefined })}
        />
      )}
    </Card>
  )
}

const statuses = Object.entries(STATUSES).map(([value, [label]]) => ({ value, label }))
const times = Object.entries(SINCE).map(([value, [label]]) => ({ value, label }))

function FilesToolbar({ search, onSearch }: Props) {
  return (
    <>
      <SearchBox
        label="Search by file name"
        value={search.q ?? ''}
        onCommit={(q) => onSearch({ q: q || undefined })}
        validate={(text) =>
          maskCardNumbers(text) === text ? undefined : 'Files are found by name, not by card number.'
        }
      />
      {/* The options were made of these keys. */}
      <FilterSelect
        label="Status"
        any="Any status"
        options={statuses}
        value={search.status}
        onChange={(status) => onSearch({ status: status as Status | undefined })}
      />
      <FilterSelect
        label="Uploaded"
        any="Any time"
        options={times}
        value={search.since}
        onChange={(since) => onSearch({ since: since as Since | undefined })}
      />
    </>
  )
}
