import type { Inquiry } from '@backoffice/contract/endpoints/inquiries'
import { PAGE_SIZES } from '@backoffice/contract/shapes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileStateBadge } from '../../files/file-state.tsx'
import { PURPOSE_LABELS } from '../../files/purposes.ts'
import { type Cells, HeadRow, RowCells } from '../../kit/columns/cells.tsx'
import { ColumnsButton } from '../../kit/columns/columns-button.tsx'
import { useShownColumns } from '../../kit/columns/shown-columns.ts'
import { ErrorNotice } from '../../kit/error-notice.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { usePageSize } from '../../kit/preferences/preferences.ts'
import { useLastingError } from '../../kit/use-lasting-error.ts'
import { Card, EmptyValue } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Pager } from '../../ui/pager.tsx'
import { code, numeric, SkeletonRows, second, Table } from '../../ui/table.tsx'
import { inquiriesQuery } from './inquiry-queries.ts'
import { type InquirySearch, inquiriesOf } from './inquiry-search.ts'
import css from './lists.module.css'

type Props = { search: InquirySearch; onSearch: (change: InquirySearch) => void }

export function InquiriesCard({ search, onSearch }: Props) {
  const preferred = usePageSize()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...inquiriesQuery(inquiriesOf(search, preferred)),
    placeholderData: keepPreviousData,
  })
  const trouble = useLastingError({ error, data })
  return (
    <Card title="Past inquiries" flush aside={<ColumnsButton list="inquiries" />}>
      {trouble ? (
        <ErrorNotice what="The past inquiries" error={trouble} busy={isFetching} onRetry={refetch} />
      ) : data?.items.length === 0 ? (
        <EmptyState title="No inquiries yet">
          Each one that is run is kept here with its purpose and outcome.
        </EmptyState>
      ) : (
        <InquiriesTable inquiries={data?.items} busy={isPlaceholderData} />
      )}
      {data && data.total > 0 && (
        <Pager
          label="Pages of past inquiries"
          page={data.page}
          pageSize={data.page_size}
          total={data.total}
          estimated={data.total_estimated}
          sizes={PAGE_SIZES}
          onPage={(past) => onSearch({ past, past_size: search.past_size ?? preferred })}
          onSize={(size) => onSearch({ past_size: PAGE_SIZES.find((one) => one === size), past: undefined })}
        />
      )}
    </Card>
  )
}

type TableProps = { inquiries: readonly Inquiry[] | undefined; busy: boolean }

function InquiriesTable({ inquiries, busy }: TableProps) {
  const shown = useShownColumns('inquiries')
  return (
    <Table label="Past inquiries" busy={busy || !inquiries}>
      <thead>
        <HeadRow list="inquiries" shown={shown} cells={CELLS} />
      </thead>
      <tbody>
        {inquiries ? (
          inquiries.map((inquiry) => (
            <tr key={inquiry.id}>
              <RowCells row={inquiry} shown={shown} cells={CELLS} />
            </tr>
          ))
        ) : (
          <SkeletonRows rows={5} columns={shown.length} />
        )}
      </tbody>
    </Table>
  )
}

const CELLS: Cells<'inquiries', Inquiry> = {
  purpose: { cell: ({ purpose }) => PURPOSE_LABELS[purpose] },
  ticket: { variant: code, cell: ({ ticket_no }) => ticket_no ?? <EmptyValue /> },
  file: { cell: (inquiry) => <FileLink inquiry={inquiry} /> },
  state: { cell: ({ state }) => <FileStateBadge state={state} /> },
  run_by: { cell: ({ owner }) => owner.name },
  run: {
    variant: second,
    cell: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
  },
  rows: { variant: numeric, cell: ({ rows }) => formatNumber(rows) },
  found: { variant: numeric, cell: ({ found }) => formatNumber(found) },
  not_found: { variant: numeric, cell: ({ not_found }) => formatNumber(not_found) },
}

function FileLink({ inquiry: { source_filekey, file_name } }: { inquiry: Inquiry }) {
  if (!source_filekey) return file_name ?? <EmptyValue />
  return (
    <Link
      to="/files/$source_filekey"
      params={{ source_filekey }}
      className={css.file}
      title={file_name ?? undefined}
    >
      {file_name}
    </Link>
  )
}
