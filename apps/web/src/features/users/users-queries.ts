import type { CallInput, Reply } from '@backoffice/contract/endpoint'
import { usersList } from '@backoffice/contract/lists/users'
import { type UserDetail, type UserRow, userEndpoints } from '@backoffice/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { parseListSearch, queryOf, type SearchParams } from '../../kit/list/list-search.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { recordKeys } from '../../kit/record/record-queries.ts'
import { call } from '../../net/call.ts'
import { prefetch, queryClient } from '../../net/query-client.ts'
import { accessKeys } from '../access/access-queries.ts'

export const USERS = { path: '/users/users_list', noun: 'user' } as const

export type UserSession = Reply<typeof userEndpoints.sessions>['items'][number]

const keys = {
  lists: ['users', 'list'] as const,
  user: (id: string) => ['users', 'record', id] as const,
  sessions: (id: string) => ['users', 'sessions', id] as const,
}

/** Poll interval while a provider action is waiting. */
const PROVIDER_POLL_MS = 3_000

const isWaiting = ({ provider_action }: Pick<UserRow, 'provider_action'>) =>
  provider_action?.state === 'waiting'
const pollWhile = (holds: boolean | undefined) => holds === true && PROVIDER_POLL_MS

export function usersQuery(query: NonNullable<CallInput<typeof userEndpoints.list>['body']>) {
  return queryOptions({
    queryKey: [...keys.lists, query],
    queryFn: ({ signal }) => call(userEndpoints.list, { body: query, signal }),
    refetchInterval: ({ state }) => pollWhile(state.data?.items.some(isWaiting)),
  })
}

/** Prefetches the rows while the screen loads. */
export function loadUsers(params: SearchParams): void {
  prefetch(usersQuery(queryOf(parseListSearch(usersList, params), pageSize())))
}

export function userQuery(id: string) {
  return queryOptions({
    queryKey: keys.user(id),
    queryFn: ({ signal }) => call(userEndpoints.get, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => pollWhile(state.data && isWaiting(state.data)),
  })
}

/** Never cached, because open work changes often. */
export function openWorkQuery(id: string) {
  return queryOptions({
    queryKey: ['users', 'open-work', id],
    queryFn: ({ signal }) => call(userEndpoints.openWork, { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

export function roleImpactQuery(body: NonNullable<CallInput<typeof userEndpoints.roleImpact>['body']>) {
  return queryOptions({
    queryKey: [...accessKeys.all, 'role-impact', body],
    queryFn: ({ signal }) => call(userEndpoints.roleImpact, { body, signal }),
  })
}

export function sessionsQuery(id: string) {
  return queryOptions({
    queryKey: keys.sessions(id),
    queryFn: ({ signal }) => call(userEndpoints.sessions, { params: { id }, signal }),
  })
}

export function storeUser(user: UserDetail): void {
  queryClient.setQueryData(keys.user(user.id), user)
}

export function forgetUser(id: string): void {
  queryClient.removeQueries({ queryKey: keys.user(id) })
}

/** Refreshes the data that a change of a user affects. */
export async function refreshUsers(): Promise<void> {
  await Promise.all(
    [['users'], accessKeys.all, recordKeys.histories('user')].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
