import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { loadPolicies } from './policies.ts'
import { PoliciesScreen } from './policies-screen.tsx'

export const Route = createFileRoute('/_app/users/users_policies')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('policy:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadPolicies(deps),
  component: PoliciesScreen,
})
