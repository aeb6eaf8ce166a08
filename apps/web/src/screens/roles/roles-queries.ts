import { type Role, roleEndpoints } from '@backoffice/contract/endpoints/roles'
import type { ListQuery } from '@backoffice/contract/list'
import { rolesList } from '@backoffice/contract/lists/users'
import { queryOptions } from '@tanstack/react-query'
import { accessKeys } from '../../access/access-queries.ts'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { recordKeys } from '../../kit/record/record-queries.ts'
import { call } from '../../net/call.ts'
import { prefetch, queryClient } from '../../net/query-client.ts'

export const ROLES = { path: '/users/users_roles', noun: 'role' } as const

export function rolesQuery(query: ListQuery) {
  return queryOptions({
    queryKey: ['roles', 'list', query],
    // The fields of the query are those of the list, which its general type does not say.
    queryFn: ({ signal }) => call(roleEndpoints.list, { query: query as never, signal }),
  })
}

/** Asks for the rows while the screen is on its way. */
export function loadRoles(params: SearchParams): void {
  prefetch(rolesQuery(queryOf(parseListSearch(rolesList, params), pageSize())))
}

const recordKey = (id: string) => ['roles', 'record', id] as const

export function roleQuery(id: string) {
  return queryOptions({
    queryKey: recordKey(id),
    queryFn: ({ signal }) => call(roleEndpoints.get, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
  })
}

export const storeRole = (role: Role) => void queryClient.setQueryData(recordKey(role.id), role)
export const forgetRole = (id: string) => queryClient.removeQueries({ queryKey: recordKey(id) })

/** Reads again what a write of a role may have changed. */
export async function refreshRoles(): Promise<void> {
  await Promise.all(
    [['roles'], ['users'], accessKeys.all, recordKeys.histories('role')].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
