import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { loadTerminals, TerminalsScreen } from '../../screens/lookup/terminals-list.tsx'

export const Route = createFileRoute('/_app/lookup/shell_tid')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('terminal:view'),
  loaderDeps: ({ search }) => search,
  // Waits for no reply: it is only asked for, the screen reports what fails.
  loader: ({ deps }) => loadTerminals(deps),
  component: TerminalsScreen,
})
