import { type Policy, policyEndpoints } from '@backoffice/contract/endpoints/policies'
import type { ListQuery } from '@backoffice/contract/list'
import { policiesList } from '@backoffice/contract/lists/users'
import { queryOptions } from '@tanstack/react-query'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { call } from '../../net/call.ts'
import { prefetch, queryClient } from '../../net/query-client.ts'

export const POLICIES = { path: '/users/users_policies', noun: 'policy' } as const

const keys = {
  lists: ['policies', 'list'] as const,
  policy: (id: string) => ['policies', 'record', id] as const,
}

export function policiesQuery(query: ListQuery) {
  return queryOptions({
    queryKey: [...keys.lists, query],
    // The fields of the query are those of the list, which its general type does not say.
    queryFn: ({ signal }) => call(policyEndpoints.list, { query: query as never, signal }),
  })
}

/** Asks for the rows while the screen is on its way. */
export function loadPolicies(params: SearchParams): void {
  prefetch(policiesQuery(queryOf(parseListSearch(policiesList, params), pageSize())))
}

export function policyQuery(id: string) {
  return queryOptions({
    queryKey: keys.policy(id),
    queryFn: ({ signal }) => call(policyEndpoints.get, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
  })
}

export function storePolicy(policy: Policy): void {
  queryClient.setQueryData(keys.policy(policy.id), policy)
}

export function forgetPolicy(id: string): void {
  queryClient.removeQueries({ queryKey: keys.policy(id) })
}

/** Every resource with its actions; it changes with the build only. */
export const catalogueQuery = queryOptions({
  queryKey: ['policies', 'catalogue'],
  queryFn: ({ signal }) => call(policyEndpoints.catalogue, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
