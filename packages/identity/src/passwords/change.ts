import type { Context } from '../context.ts'
import { wrongCredentials } from '../errors.ts'
import { type Input, readPassword, readToken } from '../input.ts'
import { settlePasswordAttempt } from '../sign-in/attempts.ts'
import { authenticate } from '../sign-in/sessions.ts'
import { isPasswordOf, replacePassword } from './credentials.ts'
import { assertPolicy } from './policy.ts'

/** Ends all sessions, the caller's own included: who holds a copy of its refresh token must be out too. */
export async function changePassword(context: Context, input: Input): Promise<object> {
  const accessToken = readToken(input, 'AccessToken')
  const previous = readPassword(input, 'PreviousPassword')
  const proposed = readPassword(input, 'ProposedPassword')
  const account = await authenticate(context, accessToken)
  assertPolicy(proposed, context.passwordPolicy)
  await settlePasswordAttempt(context, account, isPasswordOf(context, account, previous))
  if (!(await replacePassword(context, account, proposed, { status: 'CONFIRMED' }))) throw wrongCredentials()
  return {}
}
