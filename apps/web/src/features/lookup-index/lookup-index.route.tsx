import { createFileRoute } from '@tanstack/react-router'
import { redirectWithoutModule } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { LookupIndexScreen } from './lookup-index-screen.tsx'
import { loadLookupIndex } from './mapping-queries.ts'

export const Route = createFileRoute('/_app/lookup/')({
  caseSensitive: true,
  validateSearch: listParams,
  beforeLoad: ({ preload }) => redirectWithoutModule('Lookup', preload),
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own loading and error states.
  loader: ({ deps }) => loadLookupIndex(deps),
  component: LookupIndexScreen,
})
