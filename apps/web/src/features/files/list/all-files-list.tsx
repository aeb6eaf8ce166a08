import { FILE_KIND_LABELS } from '@backoffice/contract/file-kinds'
import type { TrackedFile } from '@backoffice/contract/files'
import { allFilesList } from '@backoffice/contract/lists/files'
import type { List } from '../../../kit/list/columns.ts'
import { categoryOf } from '../tracked/categories.ts'
import { FILES } from '../tracked/files-list.tsx'

/** Columns of inquiry files plus category and type. */
export const ALL_FILES: List<TrackedFile, typeof allFilesList> = {
  ...FILES,
  declaration: allFilesList,
  columns: FILES.columns.toSpliced(
    1,
    0,
    { field: 'category', cell: (file) => categoryOf(file).label },
    { field: 'kind', cell: ({ kind }) => FILE_KIND_LABELS[kind] },
  ),
}
