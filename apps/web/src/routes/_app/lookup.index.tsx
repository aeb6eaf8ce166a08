import { createFileRoute } from '@tanstack/react-router'
import { LookupIndexScreen } from '../../features/lookup-index/lookup-index-screen.tsx'
import { loadLookupIndex } from '../../features/lookup-index/mapping-queries.ts'
import { redirectWithoutModule } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'

export const Route = createFileRoute('/_app/lookup/')({
  caseSensitive: true,
  validateSearch: listParams,
  beforeLoad: ({ preload }) => redirectWithoutModule('Lookup', preload),
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own loading and error states.
  loader: ({ deps }) => loadLookupIndex(deps),
  component: LookupIndexScreen,
})
