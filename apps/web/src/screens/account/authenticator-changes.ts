import { authenticatorMessage, removalMessage } from '../../kit/authenticator/messages.ts'
import { withRecentSignIn } from '../../kit/recent-sign-in/recent-sign-in.ts'
import { queryClient } from '../../net/query-client.ts'
import { authenticatorQuery, withMessage } from './account-security.ts'

/** Base32. */
export function newAuthenticatorSecret(): Promise<string> {
  return withRecentSignIn((library) => library.newAuthenticatorSecret()).catch(
    withMessage(authenticatorMessage),
  )
}

export async function confirmAuthenticator(code: string): Promise<void> {
  await withRecentSignIn((library) => library.confirmAuthenticator(code))
  queryClient.setQueryData(authenticatorQuery.queryKey, true)
}

export async function removeAuthenticator(): Promise<void> {
  await withRecentSignIn((library) => library.removeAuthenticator()).catch(withMessage(removalMessage))
  queryClient.setQueryData(authenticatorQuery.queryKey, false)
}
