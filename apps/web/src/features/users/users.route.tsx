import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/access/guards.ts'
import { listParams } from '../../kit/list/list-search.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { loadUsers } from './users-queries.ts'
import { UsersScreen } from './users-screen.tsx'

export const Route = createFileRoute('/_app/users/users_list')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('user:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadUsers(deps),
  component: UsersScreen,
})
