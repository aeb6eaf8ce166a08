import { PERMISSIONS } from '@backoffice/contract/access'
import { createFileRoute } from '@tanstack/react-router'
import { requireAnyPermission } from '../../kit/access/guards.ts'
import { prefetch } from '../../net/query-client.ts'
import { FileScreen } from './file-screen.tsx'
import { readFileSearch } from './file-search.ts'
import { fileQuery } from './tracked/file-queries.ts'

export const Route = createFileRoute('/_app/files/$source_filekey')({
  validateSearch: readFileSearch,
  beforeLoad: () => requireAnyPermission(['file:view', ...EXPORTS]),
  loader: ({ params }) => {
    prefetch(fileQuery(params.source_filekey))
  },
  // Requested in parallel with the code.
  codeSplitGroupings: [['component']],
  component: File,
})

/** A user with an export permission may follow exports without access to other files. */
const EXPORTS = PERMISSIONS.filter((permission) => permission.endsWith(':export'))

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
