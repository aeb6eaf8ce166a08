import { PAGE_SIZES } from '@backoffice/contract/shapes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { filesQuery } from '../../api/files.ts'
import { ColumnsButton } from '../../kit/columns/columns-button.tsx'
import { ErrorNotice } from '../../kit/error-notice.tsx'
import { usePageSize } from '../../kit/preferences/state.ts'
import { useLastingError } from '../../kit/use-lasting-error.ts'
import { usePolling } from '../../kit/use-polling.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { FilesTable } from './files-table.tsx'
import { FilesToolbar } from './files-toolbar.tsx'
import { filesOf, type InquirySearch } from './inquiry-search.ts'

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
  const trouble = useLastingError({ error, data })
  const filtered = Boolean(search.q || search.status || search.since)
  const clear = { q: undefined, status: undefined, since: undefined, page: undefined }
  return (
    <Card
      title="Tracked files"
      flush
      aside={
        <>
          <FilesToolbar search={search} onSearch={(change) => onSearch({ ...change, page: undefined })} />
          <ColumnsButton list="files" />
        </>
      }
    >
      {trouble ? (
        <ErrorNotice what="The tracked files" error={trouble} busy={isFetching} onRetry={refetch} />
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
        <FilesTable files={data?.items} busy={isPlaceholderData} rows={size} />
      )}
      {data && data.total > 0 && (
        <Pager
          label="Pages of tracked files"
          page={data.page}
          pageSize={data.page_size}
          total={data.total}
          estimated={data.total_estimated}
          sizes={PAGE_SIZES}
          // With its size, so that the address leads others to the same rows.
          onPage={(page) => onSearch({ page, size })}
          onSize={(wanted) => onSearch({ size: PAGE_SIZES.find((one) => one === wanted), page: undefined })}
        />
      )}
    </Card>
  )
}
