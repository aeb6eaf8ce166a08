import { roleEndpoints } from '@backoffice/contract/roles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useList } from '../../kit/list/use-list.ts'
import { AccessListPage, useAccessMenu } from '../access/access-list-page.tsx'
import { ROLES, rolesQuery } from './roles.ts'
import { ROLES_LIST } from './roles-list.tsx'

export function RolesScreen() {
  const state = useList(ROLES_LIST)
  const result = useQuery({ ...rolesQuery(state.query), placeholderData: keepPreviousData })
  const menu = useAccessMenu(ROLES, { label: 'Users', tab: 'users' })
  return (
    <AccessListPage
      of={ROLES}
      title={ROLES.title}
      exportEndpoint={roleEndpoints.export}
      {...{ state, result, menu }}
    />
  )
}
