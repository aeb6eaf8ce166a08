import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { loadTerminals, TerminalsScreen } from './terminals-list.tsx'

export const Route = createFileRoute('/_app/lookup/shell_tid')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('terminal:view'),
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own loading and error states.
  loader: ({ deps }) => loadTerminals(deps),
  component: TerminalsScreen,
})
