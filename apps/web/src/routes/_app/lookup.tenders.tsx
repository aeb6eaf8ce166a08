import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { TendersScreen } from '../../screens/lookup/tenders-screen.tsx'

export const Route = createFileRoute('/_app/lookup/tenders')({
  staticData: { keys: 'g t' },
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('tender:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    // As of the inquiry screen.
    import('../../screens/lookup/tenders-list.tsx').then(
      ({ loadTenders }) => loadTenders(deps),
      () => undefined,
    )
  },
  component: TendersScreen,
})
