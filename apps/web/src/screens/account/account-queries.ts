import type { Reply } from '@backoffice/contract/endpoint'
import { accountEndpoints } from '@backoffice/contract/endpoints/account'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { authenticatorMessage, removalMessage } from '../../session/account-messages.ts'
import * as own from '../../session/account-security.ts'

export type OwnSession = Reply<typeof accountEndpoints.listSessions>['items'][number]

const keys = { sessions: ['account', 'sessions'], authenticator: ['account', 'authenticator'] } as const

/** Where the caller is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: ({ signal }) => call(accountEndpoints.listSessions, { signal }),
})

export function endOwnSession(id: string) {
  return call(accountEndpoints.endSession, { body: { id } })
}

/** Ends every session of the caller's but this one, at once, and answers whether that was done. */
export function endOtherSessions(): Promise<boolean> {
  return call(accountEndpoints.endOtherSessions, {}).then(
    () => true,
    () => false,
  )
}

export function reloadSessions(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keys.sessions })
}

/** Whether sign-in asks for the code of an authenticator: the identity provider knows, in the same words as a call. */
export const authenticatorQuery = queryOptions({
  queryKey: keys.authenticator,
  queryFn: () => own.hasAuthenticator().catch(withMessage(authenticatorMessage)),
})

export function newAuthenticatorSecret(): Promise<string> {
  return own.newAuthenticatorSecret().catch(withMessage(authenticatorMessage))
}

export async function removeAuthenticator(): Promise<void> {
  await own.removeAuthenticator().catch(withMessage(removalMessage))
  queryClient.setQueryData(authenticatorQuery.queryKey, false)
}

/** Throws what the identity provider threw, for the field to tell. */
export async function confirmAuthenticator(code: string): Promise<void> {
  await own.confirmAuthenticator(code)
  queryClient.setQueryData(authenticatorQuery.queryKey, true)
}

const withMessage =
  (words: (error: unknown) => string) =>
  (error: unknown): never => {
    throw new ApiError(0, { code: 'identity_refused', detail: words(error) })
  }
