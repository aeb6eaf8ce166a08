import { type Account, findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { codeMismatch, IdentityError, limitExceeded, wrongCredentials } from '../errors.ts'
import { type Input, readPassword, readToken, readUsername, requiredText } from '../input.ts'
import { reportEvent } from '../security-events.ts'
import { clearFailures, settlePasswordAttempt } from '../sign-in/attempts.ts'
import { endAndReport } from '../sign-in/session-end.ts'
import { authenticateSession } from '../sign-in/sessions.ts'
import { countWithin } from '../store/counters.ts'
import { isPasswordOf, replacePassword } from './credentials.ts'
import { assertPolicy } from './policy.ts'
import { createResetCode, redeemResetCode } from './reset-codes.ts'

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

/** The response does not reveal whether a code was sent or the account exists. */
export async function forgotPassword(context: Context, input: Input): Promise<object> {
  const account = await findAccount(context, readUsername(input))
  const key = context.keyring.digest('reset-codes', account.sub)
  if (!(await countWithin(context.pool, key, context.limits.resetCodes, context.now()))) throw limitExceeded()

  reportEvent(context, 'reset-requested', account)
  // Created for every account, so that the work is the same, but sent only where allowed.
  const message = await createResetCode(context, account)
  if (mayResetByMail(account)) context.later(() => context.deliver(message))
  return {
    CodeDeliveryDetails: {
      AttributeName: 'email',
      DeliveryMedium: 'EMAIL',
      Destination: masked(account.email),
    },
  }
}

export async function confirmForgotPassword(context: Context, input: Input): Promise<object> {
  const username = readUsername(input)
  const code = requiredText(input, 'ConfirmationCode', 64)
  const password = readPassword(input, 'Password')
  // Checked first, so that a weak password does not count as an attempt.
  assertPolicy(password, context.passwordPolicy)
  const account = await findAccount(context, username)
  await redeemResetCode(context, account, code).catch((error: unknown) => {
    if (error instanceof IdentityError)
      reportEvent(context, 'reset-failed', account, { reason: 'wrong_code' })
    throw error
  })
  // An administrator may have set a temporary password since the code was sent.
  if (!mayResetByMail(account)) throw codeMismatch()
  await endAndReport(context, account.sub, async () => {
    const replaced = await replacePassword(context, account, password, { status: 'CONFIRMED' })
    if (!replaced) throw codeMismatch()
  })
  await clearFailures(context, account)
  reportEvent(context, 'reset-completed', account)
  return {}
}

/** Only an administrator can replace a temporary password. */
function mayResetByMail({ exists, enabled, emailVerified, status }: Account): boolean {
  return exists && enabled && emailVerified && status !== 'FORCE_CHANGE_PASSWORD'
}

function masked(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  return `${[...local][0] ?? ''}***@${[...domain][0] ?? ''}***`
}
