import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { filesQuery } from '../../files/file-queries.ts'
import { usePolling } from '../../files/file-stream.ts'
import { ListCard } from '../../kit/list/list-card.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FILES } from './files-list.tsx'

export function FilesCard() {
  const state = useList(FILES)
  const polling = usePolling()
  const result = useQuery({
    ...filesQuery(state.query),
    placeholderData: keepPreviousData,
    refetchInterval: polling,
  })
  return (
    <ListCard
      state={state}
      result={result}
      searchLabel="Search by file name"
      empty={
        <EmptyState title="No files yet">
          What you upload is tracked here, from the first byte to its result.
        </EmptyState>
      }
    />
  )
}
