import { createFileRoute } from '@tanstack/react-router'
import { loadUsers } from '../../features/users/users-queries.ts'
import { UsersScreen } from '../../features/users/users-screen.tsx'
import { requirePermission } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-params.ts'
import { recordParams } from '../../kit/record/record-links.ts'

export const Route = createFileRoute('/_app/users/users_list')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('user:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadUsers(deps),
  component: UsersScreen,
})
