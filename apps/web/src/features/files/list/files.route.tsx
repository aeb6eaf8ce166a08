import { FILE_KIND_LABELS } from '@backoffice/contract/file-kinds'
import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { allFilesList } from '@backoffice/contract/lists/files'
import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../../kit/access/guards.ts'
import type { List } from '../../../kit/list/columns.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import {
  listParams,
  parseListSearch,
  queryOf,
  type SearchParams,
  selectionOf,
} from '../../../kit/list/list-search.ts'
import { useList } from '../../../kit/list/use-list.ts'
import { pageSize } from '../../../kit/preferences/preferences.ts'
import { Page } from '../../../kit/shell/page.tsx'
import { prefetch } from '../../../net/query-client.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useFileBatch } from '../tracked/batch/use-file-batch.tsx'
import { categoryOf } from '../tracked/categories.ts'
import { ExportButton } from '../tracked/export/export-button.tsx'
import { filesQuery } from '../tracked/file-queries.ts'
import { FILES, useFiles } from '../tracked/files-list.tsx'

export const Route = createFileRoute('/_app/files/')({
  validateSearch: listParams,
  beforeLoad: () => requirePermission('file:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadFiles(deps),
  component: FilesScreen,
})

const EXPORT_FORMS = ['view'] as const

/** Tracked files of every category. Only `file:view-all` shows those of other users. */
function FilesScreen() {
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

/** Columns of inquiry files plus category and type. */
const ALL_FILES: List<TrackedFile, typeof allFilesList> = {
  ...FILES,
  declaration: allFilesList,
  columns: FILES.columns.toSpliced(
    1,
    0,
    { field: 'category', cell: (file) => categoryOf(file).label },
    { field: 'kind', cell: ({ kind }) => FILE_KIND_LABELS[kind] },
  ),
}

/** Requests the rows while the screen loads. */
function loadFiles(params: SearchParams): void {
  prefetch(filesQuery(queryOf(parseListSearch(allFilesList, params), pageSize())))
}
