import { accountEndpoints } from '@backoffice/contract/account'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import { withRecentSignIn } from '../recent-sign-in/recent-sign-in.ts'
import { authenticatorMessage, removalMessage } from '../sign-in/authenticator/messages.ts'
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
  // A required authenticator is checked again by the step that waits for it.
  await reportChange().catch(() => undefined)
}

export async function removeAuthenticator(): Promise<void> {
  const { is_required } = await reportChange()
  if (is_required) throw new ApiError(0, { code: 'second_factor_required', detail: REQUIRED })
  await withRecentSignIn((library) => library.removeAuthenticator()).catch(withMessage(removalMessage))
  queryClient.setQueryData(authenticatorQuery.queryKey, false)
  // Otherwise the server finds out at the next sign-in.
  await reportChange().catch(() => undefined)
}

const REQUIRED = 'Your role requires an authenticator, so it can’t be removed. Replace it instead.'

/** Makes our server read the authenticator from the identity provider. */
const reportChange = () => call(accountEndpoints.checkAuthenticator, {})
