import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { loadTrancodes, TrancodesScreen } from '../../screens/lookup/trancodes-list.tsx'

export const Route = createFileRoute('/_app/lookup/trancodes')({
  staticData: { keys: 'g c' },
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('trancode:view'),
  loaderDeps: ({ search }) => search,
  // Waits for no reply: it is only asked for, the screen reports what fails.
  loader: ({ deps }) => loadTrancodes(deps),
  component: TrancodesScreen,
})
