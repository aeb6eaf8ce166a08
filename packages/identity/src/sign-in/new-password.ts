import { type Account, findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { notAuthorized, sessionUsed, userIsDisabled } from '../errors.ts'
import { type Input, readPassword, requiredText } from '../input.ts'
import { replacePassword } from '../passwords/credentials.ts'
import { assertPolicy } from '../passwords/policy.ts'
import { openState } from './challenge-state.ts'
import { finishSignIn, type NewPasswordState } from './finish.ts'

/**
 * The browser library sends the same session again after a password that breaks the policy. It is used up by
 * success instead: a new password starts a new generation of the account, and the session belongs to the old one.
 */
export async function setFirstPassword(context: Context, input: Input, responses: Input): Promise<object> {
  const session = Buffer.from(requiredText(input, 'Session', 4096), 'base64')
  const state = openState<NewPasswordState>(context, 'new-password-challenge', session)
  if (Object.keys(responses).some((name) => name.startsWith('userAttributes.'))) {
    throw notAuthorized('A client attempted to write unauthorized attribute')
  }
  const password = readPassword(responses, 'NEW_PASSWORD')
  assertPolicy(password, context.passwordPolicy)

  const account = await findAccount(context, state.sub)
  if (!account.exists || account.generation !== state.generation) throw sessionUsed()
  if (!account.enabled) throw userIsDisabled()
  const replaced = await replacePassword(context, account, password, { status: 'CONFIRMED' })
  if (!replaced) throw sessionUsed()
  const renewed: Account = { ...account, status: 'CONFIRMED', generation: account.generation + 1 }
  // An administrator's temporary password does not stand in for a second factor.
  return finishSignIn(context, renewed)
}
