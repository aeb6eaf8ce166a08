import { ListCard } from '../../kit/list/list-card.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFileBatch } from '../files/tracked/batch/use-file-batch.tsx'
import { FILES, useFiles } from '../files/tracked/files-list.tsx'
import { OF_INQUIRIES } from './inquiry-lists.ts'

const FILES_OF_INQUIRIES = { ...FILES, fixed: OF_INQUIRIES }

export function FilesCard() {
  const state = useList(FILES_OF_INQUIRIES)
  const result = useFiles(state.query)
  const { bulk, menu, dialog } = useFileBatch(() => state.select(new Map()))
  return (
    <>
      <ListCard
        state={state}
        result={result}
        bulk={bulk}
        menu={menu}
        searchLabel="Search by file name"
        empty={<EmptyState title="No files yet">Upload a file to track it here.</EmptyState>}
      />
      {dialog}
    </>
  )
}
