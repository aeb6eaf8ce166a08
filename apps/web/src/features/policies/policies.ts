import type { CallInput } from '@backoffice/contract/endpoint'
import { isCovered } from '@backoffice/contract/grants'
import { policiesList } from '@backoffice/contract/lists/users'
import { POLICY_RULES, type Policy, policyEndpoints } from '@backoffice/contract/policies'
import { queryOptions } from '@tanstack/react-query'
import { parseListSearch, queryOf, type SearchParams } from '../../kit/list/list-search.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { call } from '../../net/call.ts'
import { prefetch } from '../../net/query-client.ts'
import type { AccessForm } from '../access/access-form.ts'

export type PolicyValues = { name: string; description: string; statements: string[] }

export const POLICIES: AccessForm<Policy, PolicyValues> = {
  noun: 'policy',
  title: 'Policies',
  key: 'policies',
  path: '/users/users_policies',
  rules: POLICY_RULES,
  maxName: 60,
  describeChosen: 'statements',
  leftOut: { one: 'A statement', many: 'statements' },
  chosen: {
    statements: {
      one: 'statement',
      many: 'statements',
      labelOf: (statement) => statement,
      mayGive: (statement, user) => isCovered(statement, user.policies),
    },
  },
  others: { risk: 'Risk' },
  empty: { name: '', description: '', statements: [] },
  valuesOf: ({ name, description, statements }) => ({
    name,
    description,
    statements: statements.toSorted(),
  }),
  namedIn: () => [],
  requestOf: (id, { statements }) => ({ kind: 'policy', id, statements }),
  get: (id, signal) => call(policyEndpoints.get, { params: { id }, signal }),
  create: (body, idempotencyKey) => call(policyEndpoints.create, { body, idempotencyKey }),
  update: (id, body) => call(policyEndpoints.update, { params: { id }, body }),
  remove: (id, version) => call(policyEndpoints.remove, { params: { id }, version }),
}

export function policiesQuery(query: NonNullable<CallInput<typeof policyEndpoints.list>['query']>) {
  return queryOptions({
    queryKey: ['policies', 'list', query],
    queryFn: ({ signal }) => call(policyEndpoints.list, { query: query, signal }),
  })
}

/** Prefetches the rows while the screen loads. */
export function loadPolicies(params: SearchParams): void {
  prefetch(policiesQuery(queryOf(parseListSearch(policiesList, params), pageSize())))
}

/** All resources with their actions. Changes only with a build. */
export const catalogueQuery = queryOptions({
  queryKey: ['policies', 'catalogue'],
  queryFn: ({ signal }) => call(policyEndpoints.catalogue, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
