import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { loadTenders, TendersScreen } from '../../screens/lookup/tenders-list.tsx'

export const Route = createFileRoute('/_app/lookup/tenders')({
  staticData: { keys: 'g t' },
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('tender:view'),
  loaderDeps: ({ search }) => search,
  // Waits for no reply: it is only asked for, the screen reports what fails.
  loader: ({ deps }) => loadTenders(deps),
  component: TendersScreen,
})
