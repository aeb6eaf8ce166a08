import { accountEndpoints } from '@backoffice/contract/account'
import type { Reply } from '@backoffice/contract/endpoint'
import { type AccessChangeRequest, explainEndpoints } from '@backoffice/contract/explain'
import { policyEndpoints } from '@backoffice/contract/policies'
import { userEndpoints } from '@backoffice/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { recordKeys } from '../../kit/record/record-queries.ts'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'

export type PolicyOption = Reply<typeof policyEndpoints.options>['items'][number]
export type ExplainReply = Reply<typeof explainEndpoints.explain>

/** Any write of a user, role or policy may change the queries below `['access']`. */
export const accessKeys = {
  all: ['access'] as const,
}

export const roleOptionsQuery = queryOptions({
  queryKey: [...accessKeys.all, 'roles'],
  queryFn: async ({ signal }) => (await call(userEndpoints.roleOptions, { signal })).items,
})

export const policyOptionsQuery = queryOptions({
  queryKey: [...accessKeys.all, 'policies'],
  queryFn: async ({ signal }) => (await call(policyEndpoints.options, { query: {}, signal })).items,
})

/** Without a user id, this is for the signed-in user. */
export function explainQuery(userId: string | undefined, permission: string) {
  return queryOptions({
    queryKey: [...accessKeys.all, 'explain', userId, permission],
    queryFn: ({ signal }) =>
      call(explainEndpoints.explain, { body: { ...(userId && { user_id: userId }), permission }, signal }),
  })
}

/** The user's own temporary access. Read again whenever it is shown, because it ends by itself. */
export const ownTemporaryAccessQuery = queryOptions({
  queryKey: [...accessKeys.all, 'own-temporary'],
  queryFn: async ({ signal }) => (await call(accountEndpoints.temporaryAccess, { signal })).items,
  staleTime: 0,
})

/** Gains and losses of users by a change; the change sends the version of this impact. */
export function impactQuery(change: AccessChangeRequest) {
  return queryOptions({
    queryKey: [...accessKeys.all, 'impact', change],
    queryFn: ({ signal }) => call(explainEndpoints.impact, { body: change, signal }),
  })
}

/** Refreshes the screens of users, roles and policies, because each shows effects of the other two. */
export async function refreshAccess(): Promise<void> {
  const histories = (['user', 'role', 'policy'] as const).map(recordKeys.histories)
  await Promise.all(
    [['users'], ['roles'], ['policies'], accessKeys.all, ...histories].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
