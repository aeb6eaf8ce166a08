import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../../kit/access/guards.ts'
import { listParams } from '../../../kit/list/list-params.ts'
import { loadFiles } from './files-queries.ts'
import { FilesScreen } from './files-screen.tsx'

export const Route = createFileRoute('/_app/files/')({
  validateSearch: listParams,
  beforeLoad: () => requirePermission('file:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadFiles(deps),
  component: FilesScreen,
})
