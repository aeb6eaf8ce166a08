import type { Inquiry } from '@backoffice/contract/endpoints/inquiries'
import { PAGE_SIZES } from '@backoffice/contract/shapes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { inquiriesQuery } from '../../api/inquiries.ts'
import { Failed } from '../../kit/failed.tsx'
import { figure } from '../../kit/figures.ts'
import { FileStateBadge } from '../../kit/file-state.tsx'
import { PURPOSE_WORDS } from '../../kit/purposes.ts'
import { when } from '../../kit/times.ts'
import { Card, Nothing } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pager } from '../../ui/pager.tsx'
import { code, numeric, SkeletonRows, second, Table } from '../../ui/table.tsx'
import css from './files-table.module.css'
import { type InquirySearch, inquiriesOf } from './inquiry-search.ts'

type Props = { search: InquirySearch; onSearch: (change: InquirySearch) => void }

export function InquiriesCard({ search, onSearch }: Props) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...inquiriesQuery(inquiriesOf(search)),
    placeholderData: keepPreviousData,
  })
  return (
    <Card title="Past inquiries" flush>
      {error && !data ? (
        <Failed what="The past inquiries" error={error} onRetry={refetch} />
      ) : data?.items.length === 0 ? (
        <Empty title="No inquiries yet">
          Each one that is run is kept here with its purpose and outcome.
        </Empty>
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
          onPage={(past) => onSearch({ past })}
          onSize={(size) => onSearch({ past_size: PAGE_SIZES.find((one) => one === size), past: undefined })}
        />
      )}
    </Card>
  )
}

const COLUMNS = ['Purpose', 'Ticket', 'File', 'State', 'Run by', 'Run'] as const

function InquiriesTable({ inquiries, busy }: { inquiries: readonly Inquiry[] | undefined; busy: boolean }) {
  return (
    <Table label="Past inquiries" busy={busy || !inquiries}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <th scope="col" {...numeric}>
            Rows
          </th>
          <th scope="col" {...numeric}>
            Found
          </th>
          <th scope="col" {...numeric}>
            Not found
          </th>
        </tr>
      </thead>
      <tbody>
        {inquiries ? (
          inquiries.map((inquiry) => <InquiryRow key={inquiry.id} inquiry={inquiry} />)
        ) : (
          <SkeletonRows rows={5} columns={9} />
        )}
      </tbody>
    </Table>
  )
}

function InquiryRow({ inquiry }: { inquiry: Inquiry }) {
  const { source_filekey, file_name } = inquiry
  return (
    <tr>
      <td>{PURPOSE_WORDS[inquiry.purpose]}</td>
      <td {...code}>{inquiry.ticket_no ?? <Nothing />}</td>
      <td>
        {source_filekey ? (
          <Link
            to="/files/$source_filekey"
            params={{ source_filekey }}
            className={css.file}
            title={file_name ?? undefined}
          >
            {file_name}
          </Link>
        ) : (
          (file_name ?? <Nothing />)
        )}
      </td>
      <td>
        <FileStateBadge state={inquiry.state} />
      </td>
      <td>{inquiry.owner.name}</td>
      <td {...second}>
        <time dateTime={inquiry.created_at}>{when(inquiry.created_at)}</time>
      </td>
      <td {...numeric}>{figure(inquiry.rows)}</td>
      <td {...numeric}>{figure(inquiry.found)}</td>
      <td {...numeric}>{figure(inquiry.not_found)}</td>
    </tr>
  )
}
