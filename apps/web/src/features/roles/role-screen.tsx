import { may } from '@backoffice/contract/access'
import type { Role } from '@backoffice/contract/roles'
import { userEndpoints } from '@backoffice/contract/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { plural } from '../../kit/format/format-number.ts'
import { printCondition } from '../../kit/list/condition-text.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { accessKeys } from '../access/access-queries.ts'
import type { AccessView } from '../access/access-record-screen.tsx'
import type { Use } from '../access/delete-dialog.tsx'
import { UserLinks, userLink, usersLink } from '../access/user-links.tsx'
import { RoleFields } from './role-fields.tsx'
import { ROLES, type RoleValues } from './roles.ts'

const FIRST = 100

/** The first users who have a role, by name. */
function roleUsersQuery({ id, name }: Role) {
  return queryOptions({
    queryKey: [...accessKeys.all, 'users of role', id, name],
    queryFn: async ({ signal }) => {
      const body = { filters: { role: { in: [name] } }, page: 1, page_size: FIRST } as const
      const { items } = await call(userEndpoints.list, { body, signal })
      return items.map((user) => ({
        id: user.id,
        name: `${user.given_name} ${user.family_name}`,
        note: user.department ?? '',
      }))
    },
  })
}

const listOfUsers = ({ name }: Role) => usersLink({ 'f.role': printCondition({ in: [name] }) })

/** Users to list when the role is deleted. */
function useRoleUse(role: Role): Use {
  const mayList = may(useUser(), 'user:view')
  const { data = [] } = useQuery({ ...roleUsersQuery(role), enabled: mayList && role.user_count > 0 })
  return {
    noun: 'user',
    count: role.user_count,
    named: data.map(({ id, name }) => ({ id, name, link: userLink(id) })),
    all: mayList ? listOfUsers(role) : undefined,
  }
}

/** The users who have the role. */
function RoleUsers({ record: role }: { record: Role }) {
  const mayList = may(useUser(), 'user:view')
  const { data, error, isFetching, refetch } = useQuery({ ...roleUsersQuery(role), enabled: mayList })
  if (role.user_count === 0)
    return <EmptyState title="No user has this role">Assign it on a user’s page.</EmptyState>
  if (!mayList)
    return (
      <EmptyState title={plural(role.user_count, 'user has this role', 'users have this role')}>
        You need the permission user:view to see them.
      </EmptyState>
    )
  if (!data && error)
    return <ErrorNotice what="The users" error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={160} />
  return <UserLinks users={data} count={role.user_count} all={listOfUsers(role)} />
}

export const ROLE_VIEW: AccessView<Role, RoleValues> = {
  accessForm: ROLES,
  Fields: RoleFields,
  usedBy: ({ user_count }) => plural(user_count, 'user has this role', 'users have this role'),
  use: { id: 'users', label: 'Users', count: ({ user_count }) => user_count, Panel: RoleUsers },
  useUses: (role) => [useRoleUse(role)],
}
