import { type Role, roleEndpoints } from '@backoffice/contract/endpoints/roles'
import type { ListQuery } from '@backoffice/contract/list'
import { rolesList } from '@backoffice/contract/lists/users'
import { queryOptions } from '@tanstack/react-query'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { call } from '../../net/call.ts'
import { prefetch, queryClient } from '../../net/query-client.ts'

export const ROLES = { path: '/users/users_roles', noun: 'role' } as const

const keys = {
  lists: ['roles', 'list'] as const,
  role: (id: string) => ['roles', 'record', id] as const,
}

export function rolesQuery(query: ListQuery) {
  return queryOptions({
    queryKey: [...keys.lists, query],
    // The fields of the query are those of the list, which its general type does not say.
    queryFn: ({ signal }) => call(roleEndpoints.list, { query: query as never, signal }),
  })
}

/** Asks for the rows while the screen is on its way. */
export function loadRoles(params: SearchParams): void {
  prefetch(rolesQuery(queryOf(parseListSearch(rolesList, params), pageSize())))
}

export function roleQuery(id: string) {
  return queryOptions({
    queryKey: keys.role(id),
    queryFn: ({ signal }) => call(roleEndpoints.get, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
  })
}

export function storeRole(role: Role): void {
  queryClient.setQueryData(keys.role(role.id), role)
}

export function forgetRole(id: string): void {
  queryClient.removeQueries({ queryKey: keys.role(id) })
}
