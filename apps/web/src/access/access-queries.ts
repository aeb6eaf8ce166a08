import type { Reply } from '@backoffice/contract/endpoint'
import { type AccessChangeRequest, explainEndpoints } from '@backoffice/contract/endpoints/explain'
import { policyEndpoints } from '@backoffice/contract/endpoints/policies'
import { userEndpoints } from '@backoffice/contract/endpoints/users'
import { queryOptions } from '@tanstack/react-query'
import { recordKeys } from '../kit/record/record-queries.ts'
import { call } from '../net/call.ts'
import { queryClient } from '../net/query-client.ts'

export type PolicyOption = Reply<typeof policyEndpoints.options>['items'][number]
export type Explained = Reply<typeof explainEndpoints.explain>

/** Below `['access']` is what any write of a user, role or policy may change. */
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

/** Without a user: for the one who is signed in. */
export function explainQuery(userId: string | undefined, permission: string) {
  return queryOptions({
    queryKey: [...accessKeys.all, 'explain', userId, permission],
    queryFn: ({ signal }) =>
      call(explainEndpoints.explain, { body: { ...(userId && { user_id: userId }), permission }, signal }),
  })
}

/** Who would gain and lose what by a change; its version is sent with the change. */
export function impactQuery(change: AccessChangeRequest) {
  return queryOptions({
    queryKey: [...accessKeys.all, 'impact', change],
    queryFn: ({ signal }) => call(explainEndpoints.impact, { body: change, signal }),
  })
}

/** Reads again what a write of a role or policy may have changed: who may do what is shown on all three. */
export async function refreshAccess(): Promise<void> {
  const histories = (['user', 'role', 'policy'] as const).map(recordKeys.histories)
  await Promise.all(
    [['users'], ['roles'], ['policies'], accessKeys.all, ...histories].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
