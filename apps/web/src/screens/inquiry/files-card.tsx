import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { isMoving } from '@backoffice/contract/file-states'
import { PAGE_SIZES } from '@backoffice/contract/shapes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { filesQuery } from '../../files/file-queries.ts'
import { FileStateBadge } from '../../files/file-state.tsx'
import { usePolling } from '../../files/polling.ts'
import { type Cells, HeadRow, RowCells } from '../../kit/columns/cells.tsx'
import { ColumnsButton } from '../../kit/columns/columns-button.tsx'
import { useShownColumns } from '../../kit/columns/shown-columns.ts'
import { ErrorNotice } from '../../kit/error-notice.tsx'
import { formatDateTime, formatExactTime } from '../../kit/format-time.ts'
import { usePageSize } from '../../kit/preferences/preferences.ts'
import { useLastingError } from '../../kit/use-lasting-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card, EmptyValue } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Pager } from '../../ui/pager.tsx'
import { Progress } from '../../ui/progress.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { numeric, rowLink, SkeletonRows, second, Table } from '../../ui/table.tsx'
import { filesOf, type InquirySearch, SINCE, type Since, STATUSES, type Status } from './inquiry-search.ts'
import css from './lists.module.css'

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
          // With its size, so that the address shows the same rows to every user.
          onPage={(page) => onSearch({ page, size })}
          onSize={(wanted) => onSearch({ size: PAGE_SIZES.find((one) => one === wanted), page: undefined })}
        />
      )}
    </Card>
  )
}

const statuses = Object.entries(STATUSES).map(([value, [words]]) => ({ value, words }))
const times = Object.entries(SINCE).map(([value, [words]]) => ({ value, words }))

function FilesToolbar({ search, onSearch }: Props) {
  return (
    <>
      <SearchBox
        label="Search by file name"
        value={search.q ?? ''}
        onCommit={(q) => onSearch({ q: q || undefined })}
        refuse={(text) =>
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

type TableProps = { files: readonly TrackedFile[] | undefined; busy: boolean; rows: number }

function FilesTable({ files, busy, rows }: TableProps) {
  const shown = useShownColumns('files')
  return (
    <Table label="Tracked files" busy={busy || !files}>
      <thead>
        <HeadRow list="files" shown={shown} cells={CELLS} />
      </thead>
      <tbody>
        {files ? (
          files.map((file) => (
            <tr key={file.source_filekey}>
              <RowCells row={file} shown={shown} cells={CELLS} />
            </tr>
          ))
        ) : (
          <SkeletonRows rows={rows} columns={shown.length} />
        )}
      </tbody>
    </Table>
  )
}

const CELLS: Cells<'files', TrackedFile> = {
  name: {
    variant: rowLink,
    cell: ({ source_filekey, file_name }) => (
      <Link to="/files/$source_filekey" params={{ source_filekey }} className={css.name} title={file_name}>
        {file_name}
      </Link>
    ),
  },
  state: { cell: ({ state }) => <FileStateBadge state={state} /> },
  rows: {
    variant: numeric,
    cell: ({ counts }) => (counts.total > 0 ? formatNumber(counts.total) : <EmptyValue />),
  },
  progress: { cell: (file) => <ProgressCell file={file} /> },
  uploaded_by: { cell: ({ uploaded_by }) => uploaded_by.name },
  uploaded: {
    variant: second,
    cell: ({ created_at }) => (
      <time dateTime={created_at} title={formatExactTime(created_at)}>
        {formatDateTime(created_at)}
      </time>
    ),
  },
}

function ProgressCell({ file }: { file: TrackedFile }) {
  const { counts, state, percent } = file
  if (isMoving(state)) {
    return (
      <span className={css.progress}>
        <Progress thin label={`Progress of ${file.file_name}`} value={percent} />
        <span>{Math.floor(percent)} %</span>
      </span>
    )
  }
  if (state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS')
    return <>{formatNumber(counts.found)} found</>
  if (state === 'AWAITING_CONFIRMATION') return <>{formatNumber(counts.valid)} valid</>
  return <EmptyValue />
}
