import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListCard } from '../../kit/list/list-card.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFileBatch } from '../files/tracked/batch/use-file-batch.tsx'
import { INQUIRIES } from './inquiries-list.tsx'
import { PAST } from './inquiry-lists.ts'
import { inquiriesQuery } from './inquiry-queries.ts'
import { useInquiryMenu } from './run-again.ts'

export function InquiriesCard() {
  const state = useList(INQUIRIES, PAST)
  const result = useQuery({ ...inquiriesQuery(state.query), placeholderData: keepPreviousData })
  const files = useFileBatch(() => undefined)
  const menu = useInquiryMenu(files.start)
  return (
    <>
      <ListCard
        state={state}
        result={result}
        menu={menu}
        searchLabel="Search inquiries"
        empty={
          <EmptyState title="No inquiries yet">
            Run an inquiry to see it here with its purpose and outcome.
          </EmptyState>
        }
      />
      {files.dialog}
    </>
  )
}
