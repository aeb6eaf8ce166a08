import type { UserRow } from '@backoffice/contract/users'
import { userEndpoints } from '@backoffice/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import type { BulkActions } from '../../kit/list/bulk-actions.ts'
import { useList } from '../../kit/list/use-list.ts'
import { pageLink } from '../../kit/record/record-links.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { AccessListPage } from '../access/access-list-page.tsx'
import { roleOptionsQuery } from '../access/access-queries.ts'
import { useBulkRole } from './bulk-role.tsx'
import { useOffBoarding } from './off-boarding.tsx'
import { useUserMenu } from './user-menu.ts'
import { useUserRowActions } from './user-row-actions.tsx'
import { useUserStatus } from './user-status.tsx'
import { USERS_LIST } from './users-list.tsx'
import { USERS, usersQuery } from './users-queries.ts'

const inviteLink = pageLink(USERS, 'invite')

/** The list of users, with the open user next to it. */
export function UsersScreen() {
  const state = useList(useListWithRoles())
  const result = useQuery({ ...usersQuery(state.query), placeholderData: keepPreviousData })
  const status = useUserStatus()
  const actions = useUserRowActions()
  const offBoarding = useOffBoarding()
  const role = useBulkRole()
  const menu = useUserMenu({ status, actions, offBoarding })
  const bulk: BulkActions<UserRow> = [
    { label: 'Change role…', permission: 'user:update', run: role.start },
    { label: 'Enable', permission: 'user:update-status', isPending: status.isPending, run: status.enable },
    {
      label: 'Disable',
      permission: 'user:update-status',
      isDangerous: true,
      isPending: status.isPending,
      run: status.disable,
    },
  ]
  return (
    <AccessListPage
      of={USERS}
      title="Users"
      exportEndpoint={userEndpoints.export}
      {...{ state, result, menu, bulk }}
      actions={
        <PermissionGate permission="user:create">
          <Link {...inviteLink} {...buttonVariant('plain')}>
            Invite several
          </Link>
        </PermissionGate>
      }
    >
      {status.dialog}
      {actions.dialog}
      {offBoarding.dialog}
      {role.dialog}
    </AccessListPage>
  )
}

/** Loads the options of the role filter. */
function useListWithRoles() {
  const { data: roles } = useQuery(roleOptionsQuery)
  return useMemo(() => {
    if (!roles) return USERS_LIST
    const { declaration } = USERS_LIST
    const options = Object.fromEntries(roles.map(({ name }) => [name, name]))
    const role = { ...declaration.fields.role, options }
    return { ...USERS_LIST, declaration: { ...declaration, fields: { ...declaration.fields, role } } }
  }, [roles])
}
