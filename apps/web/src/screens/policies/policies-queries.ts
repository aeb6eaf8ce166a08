import { type Policy, policyEndpoints } from '@backoffice/contract/endpoints/policies'
import type { ListQuery } from '@backoffice/contract/list'
import { policiesList } from '@backoffice/contract/lists/users'
import { queryOptions } from '@tanstack/react-query'
import { accessKeys } from '../../access/access-queries.ts'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { recordKeys } from '../../kit/record/record-queries.ts'
import { call } from '../../net/call.ts'
import { prefetch, queryClient } from '../../net/query-client.ts'

export const POLICIES = { path: '/users/users_policies', noun: 'policy' } as const

export function policiesQuery(query: ListQuery) {
  return queryOptions({
    queryKey: ['policies', 'list', query],
    // The fields of the query are those of the list, which its general type does not say.
    queryFn: ({ signal }) => call(policyEndpoints.list, { query: query as never, signal }),
  })
}

/** Asks for the rows while the screen is on its way. */
export function loadPolicies(params: SearchParams): void {
  prefetch(policiesQuery(queryOf(parseListSearch(policiesList, params), pageSize())))
}

const recordKey = (id: string) => ['policies', 'record', id] as const

export function policyQuery(id: string) {
  return queryOptions({
    queryKey: recordKey(id),
    queryFn: ({ signal }) => call(policyEndpoints.get, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
  })
}

export const storePolicy = (policy: Policy) => void queryClient.setQueryData(recordKey(policy.id), policy)
export const forgetPolicy = (id: string) => queryClient.removeQueries({ queryKey: recordKey(id) })

/** Reads again what a write of a policy may have changed. */
export async function refreshPolicies(): Promise<void> {
  await Promise.all(
    [['policies'], ['roles'], ['users'], accessKeys.all, recordKeys.histories('policy')].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}

export const catalogueQuery = queryOptions({
  queryKey: ['policies', 'catalogue'],
  queryFn: ({ signal }) => call(policyEndpoints.catalogue, { signal }),
  // It changes with the build.
  staleTime: Number.POSITIVE_INFINITY,
})
