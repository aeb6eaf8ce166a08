import { PAGE_SIZES } from '@backoffice/contract/schemas'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ColumnsButton } from '../../kit/columns/columns-button.tsx'
import { DataTable } from '../../kit/columns/data-table.tsx'
import { ErrorNotice, useLastingError } from '../../kit/error-notice.tsx'
import { usePageSize } from '../../kit/preferences/preferences.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { INQUIRIES_TABLE } from './inquiries-table.tsx'
import { inquiriesQuery } from './inquiry-queries.ts'
import { type InquirySearch, inquiriesOf } from './inquiry-search.ts'

type Props = { search: InquirySearch; onSearch: (change: InquirySearch) => void }

export function InquiriesCard({ search, onSearch }: Props) {
  const preferred = usePageSize()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...inquiriesQuery(inquiriesOf(search, preferred)),
    placeholderData: keepPreviousData,
  })
  const lastingError = useLastingError({ error, data })
  return (
    <Card title={INQUIRIES_TABLE.title} flush aside={<ColumnsButton table={INQUIRIES_TABLE} />}>
      {lastingError ? (
        <ErrorNotice what="The past inquiries" error={lastingError} busy={isFetching} onRetry={refetch} />
      ) : data?.items.length === 0 ? (
        <EmptyState title="No inquiries yet">
          Each one that is run is kept here with its purpose and outcome.
        </EmptyState>
      ) : (
        <DataTable table={INQUIRIES_TABLE} rows={data?.items} busy={isPlaceholderData} skeletonRows={5} />
      )}
      {data && data.total > 0 && (
        <Pager
          label="Pages of past inquiries"
          page={data.page}
          pageSize={data.page_size}
          // By page number only the first 10,000 rows are reached.
          total={Math.min(data.total, 10_000)}
          estimated={data.total_estimated}
          sizes={PAGE_SIZES}
          onPage={(past) => onSearch({ past, past_size: search.past_size ?? preferred })}
          onSize={(size) =>
            onSearch({ past_size: PAGE_SIZES.find((each) => each === size), past: undefined })
          }
        />
      )}
    </Card>
  )
}
