import { createFileRoute } from '@tanstack/react-router'
import { loadPolicies } from '../../features/policies/policies.ts'
import { PoliciesScreen } from '../../features/policies/policies-screen.tsx'
import { requirePermission } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'

export const Route = createFileRoute('/_app/users/users_policies')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('policy:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadPolicies(deps),
  component: PoliciesScreen,
})
