import { rolesList } from '@backoffice/contract/lists/users'
import { type RoleRow, roleEndpoints } from '@backoffice/contract/roles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/access/guards.ts'
import { plural } from '../../kit/format/format-number.ts'
import type { List } from '../../kit/list/columns.ts'
import { InCard } from '../../kit/list/data-row.tsx'
import { listParams } from '../../kit/list/list-search.ts'
import { useList } from '../../kit/list/use-list.ts'
import { recordLink, recordParams } from '../../kit/record/record-links.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import {
  AccessListPage,
  DESCRIPTION_COLUMN,
  KIND_COLUMN,
  ListedName,
  RISK_COLUMN,
  UPDATED_COLUMN,
  useAccessMenu,
} from '../access/access-list-page.tsx'
import { loadRoles, ROLES, rolesQuery } from './roles.ts'

export const Route = createFileRoute('/_app/users/users_roles')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('role:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadRoles(deps),
  component: RolesScreen,
})

function RolesScreen() {
  const state = useList(ROLES_LIST)
  const result = useQuery({ ...rolesQuery(state.query), placeholderData: keepPreviousData })
  const menu = useAccessMenu(ROLES, { label: 'Users', tab: 'users' })
  return (
    <AccessListPage
      resource={ROLES}
      title={ROLES.title}
      exportEndpoint={roleEndpoints.export}
      {...{ state, result, menu }}
    />
  )
}

const ROLES_LIST: List<RoleRow, typeof rolesList> = {
  declaration: rolesList,
  noun: 'role',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  isNamedByCell: true,
  open: ({ id }) => recordLink(ROLES, id),
  columns: [
    {
      field: 'name',
      always: true,
      inNarrowList: true,
      card: 'title',
      cell: ({ name, user_count, is_system }) => (
        <ListedName name={name} isSystem={is_system} below={plural(user_count, 'user')} />
      ),
    },
    KIND_COLUMN,
    {
      field: 'module',
      label: 'Modules',
      cell: ({ modules }) => (modules.length > 0 ? modules.join(', ') : <EmptyValue />),
    },
    {
      field: 'policy_count',
      variant: 'numeric',
      cell: ({ policy_count }) => (
        <>
          {formatNumber(policy_count)}
          <InCard> {policy_count === 1 ? 'policy' : 'policies'}</InCard>
        </>
      ),
    },
    RISK_COLUMN,
    {
      field: 'user_count',
      variant: 'numeric',
      cell: ({ user_count }) => (
        <>
          {formatNumber(user_count)}
          <InCard> {user_count === 1 ? 'user' : 'users'}</InCard>
        </>
      ),
    },
    UPDATED_COLUMN,
    DESCRIPTION_COLUMN,
  ],
}
