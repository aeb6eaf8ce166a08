import type { Context } from '../context.ts'
import { wrongCredentials } from '../errors.ts'
import { type Input, readPassword, readToken } from '../input.ts'
import { reportEvent } from '../security-events.ts'
import { settlePasswordAttempt } from '../sign-in/attempts.ts'
import { endAndReport } from '../sign-in/session-end.ts'
import { authenticateSession } from '../sign-in/sessions.ts'
import { isPasswordOf, replacePassword } from './credentials.ts'
import { assertPolicy } from './policy.ts'

/** Ends all sessions except the caller's. */
export async function changePassword(context: Context, input: Input): Promise<object> {
  const accessToken = readToken(input, 'AccessToken')
  const previous = readPassword(input, 'PreviousPassword')
  const proposed = readPassword(input, 'ProposedPassword')
  const { account, session } = await authenticateSession(context, accessToken)
  assertPolicy(proposed, context.passwordPolicy)
  const right = isPasswordOf(context, account, previous)
  await settlePasswordAttempt(context, account, right, 'password-change-failed')
  const replace = async () => {
    if (
      !(await replacePassword(context, account, proposed, { status: 'CONFIRMED', keptSessionId: session.id }))
    )
      throw wrongCredentials()
  }
  await endAndReport(context, account.sub, replace, session)
  reportEvent(context, 'password-changed', account)
  return {}
}
