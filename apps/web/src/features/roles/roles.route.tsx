import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-search.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { loadRoles } from './roles.ts'
import { RolesScreen } from './roles-screen.tsx'

export const Route = createFileRoute('/_app/users/users_roles')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('role:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadRoles(deps),
  component: RolesScreen,
})
