import { createFileRoute } from '@tanstack/react-router'
import { loadFiles } from '../../features/files/list/files-queries.ts'
import { FilesScreen } from '../../features/files/list/files-screen.tsx'
import { requirePermission } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'

export const Route = createFileRoute('/_app/files/')({
  validateSearch: listParams,
  beforeLoad: () => requirePermission('file:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadFiles(deps),
  component: FilesScreen,
})
