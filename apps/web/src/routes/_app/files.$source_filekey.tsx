import { createFileRoute } from '@tanstack/react-router'
import { fileQuery } from '../../files/file-queries.ts'
import { requirePermission } from '../../kit/guards.ts'
import { prefetch } from '../../net/query-client.ts'
import { FileScreen } from '../../screens/file/file-screen.tsx'
import { readPreviewSearch } from '../../screens/file/import/preview-search.ts'

export const Route = createFileRoute('/_app/files/$source_filekey')({
  validateSearch: readPreviewSearch,
  beforeLoad: () => requirePermission('file:view'),
  loader: ({ params }) => {
    prefetch(fileQuery(params.source_filekey))
  },
  component: File,
})

function File() {
  const { source_filekey } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <FileScreen
      key={source_filekey}
      sourceFilekey={source_filekey}
      search={Route.useSearch()}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
