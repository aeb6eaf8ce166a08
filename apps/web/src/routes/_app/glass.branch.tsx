import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { BranchesScreen, loadBranches } from '../../screens/lookup/branches-list.tsx'

export const Route = createFileRoute('/_app/glass/branch')({
  staticData: { keys: 'g b' },
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('glass-branch:view'),
  loaderDeps: ({ search }) => search,
  // Waits for no reply: it is only asked for, the screen reports what fails.
  loader: ({ deps }) => loadBranches(deps),
  component: BranchesScreen,
})
