import { fileEndpoints } from '@backoffice/contract/files'
import { allFilesList } from '@backoffice/contract/lists/files'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { selectionOf } from '../../../kit/list/list-search.ts'
import { useList } from '../../../kit/list/use-list.ts'
import { Page } from '../../../kit/shell/page.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useFileBatch } from '../tracked/batch/use-file-batch.tsx'
import { ExportButton } from '../tracked/export/export-button.tsx'
import { useFiles } from '../tracked/files-list.tsx'
import { ALL_FILES } from './all-files-list.tsx'

const EXPORT_FORMS = ['view'] as const

/** Tracked files of every category: the user's own, or all with `file:view-all`. */
export function FilesScreen() {
  const state = useList(ALL_FILES)
  const result = useFiles(state.query)
  const { bulk, menu, dialog } = useFileBatch(() => state.select(new Map()))
  return (
    <Page
      title="Files"
      crumbs={[{ label: 'Operate' }]}
      actions={
        <ExportButton
          endpoint={fileEndpoints.export}
          permission="file:export"
          request={() => ({
            ...selectionOf(state.search),
            sort: state.sort,
            // The progress column is not a field.
            columns: state.columns.map(({ field }) => field).filter((field) => field in allFilesList.fields),
          })}
          count={result.data?.total}
          isEstimated={result.data?.total_estimated ?? false}
          forms={EXPORT_FORMS}
        />
      }
    >
      <ListPage
        state={state}
        result={result}
        bulk={bulk}
        menu={menu}
        searchLabel="Search by file name"
        empty={
          <EmptyState title="No files yet">
            What you upload, import or export is listed here, from its start to its result.
          </EmptyState>
        }
      />
      {dialog}
    </Page>
  )
}
