import { isFinalState } from '@backoffice/contract/file-states'
import { type Inquiry, inquiryEndpoints } from '@backoffice/contract/inquiries'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../../kit/form/use-write.ts'
import { gatedItem } from '../../kit/list/gated-item.ts'
import { ListCard } from '../../kit/list/list-card.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import { useUser } from '../../session/store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { type FileBatch, useFileBatch } from '../files/tracked/batch/use-file-batch.tsx'
import { fileQuery } from '../files/tracked/file-queries.ts'
import { INQUIRIES } from './inquiries-list.tsx'
import { inquiriesQuery, PAST, refreshInquiries, resultQuery } from './inquiry-queries.ts'

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

/** Row menu of past inquiries. */
function useInquiryMenu(startFile: FileBatch['start']) {
  const user = useUser()
  const navigate = useNavigate()
  const single = useWrite({
    run: ({ id }: Inquiry) => runSingleAgain(id),
    successText: 'Inquiry run again',
    store: (result) => queryClient.setQueryData(resultQuery(result.id).queryKey, result),
    refresh: refreshInquiries,
    close: ({ id }) => navigate(linkTo('/smac_inquiry', { search: { inquiry: id } })),
  })
  const file = useWrite({
    run: (source_filekey: string) => queryClient.fetchQuery({ ...fileQuery(source_filekey), staleTime: 0 }),
    close: (found) => startFile({ step: 'runAgain', files: [found] }),
  })
  return (inquiry: Inquiry): readonly MenuItem[] => {
    const { source_filekey, state } = inquiry
    const link = INQUIRIES.open?.(inquiry)
    const open = { label: 'Open', keys: 'Enter', onSelect: () => void (link && navigate(link)) }
    if (!isFinalState(state)) return [open]
    const runAgain = {
      label: 'Run again',
      onSelect: () => (source_filekey === null ? single.run(inquiry) : file.run(source_filekey)),
    }
    const permission = source_filekey === null ? 'inquiry:run' : (['file:upload', 'inquiry:run'] as const)
    return [open, ...gatedItem(user, permission, runAgain)]
  }
}

/** Runs a single inquiry with the criteria, purpose and ticket of an earlier one. */
async function runSingleAgain(id: string) {
  const { mode, purpose, ticket_no, criteria } = await queryClient.fetchQuery(resultQuery(id))
  const { subject, card_id, ...filters } = criteria
  if (mode === 'CARD' && card_id === null)
    throw new ApiError(409, {
      code: 'no_card',
      detail: 'The number of a card that was not found is not stored. Open the inquiry and enter it again.',
    })
  const target = {
    CARD: { ...(card_id && { card_id }) },
    ACCOUNT: { account_number: subject },
    REFERENCE: { reference: subject },
  }[mode]
  const result = await call(inquiryEndpoints.run, {
    body: { mode, purpose, ticket_no, ...filters, ...target },
  })
  if (result.mode === 'FILE') throw new Error('The server replied to a single inquiry with a file inquiry.')
  return result
}
