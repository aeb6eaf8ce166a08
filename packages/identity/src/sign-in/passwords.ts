import { findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { notAuthorized, sessionUsed, userIsDisabled } from '../errors.ts'
import { type Input, readPassword, readUsername } from '../input.ts'
import { isPasswordOf, replacePassword } from '../passwords/credentials.ts'
import { assertPolicy } from '../passwords/policy.ts'
import { reportEvent } from '../security-events.ts'
import { settlePasswordAttempt } from './attempts.ts'
import { type AccountState, openState, readSession } from './challenge-state.ts'
import { finishSignIn } from './finish.ts'

export async function signInWithPassword(context: Context, parameters: Input): Promise<object> {
  const username = readUsername(parameters, 'USERNAME')
  const password = readPassword(parameters, 'PASSWORD')
  const account = await findAccount(context, username)
  await settlePasswordAttempt(context, account, isPasswordOf(context, account, password))
  return finishSignIn(context, account)
}

/**
 * The session stays valid after a password that breaks the policy, because the browser library sends it again.
 * Success invalidates it: a new password starts a new generation of the account.
 */
export async function setFirstPassword(context: Context, input: Input, responses: Input): Promise<object> {
  const state = openState<AccountState>(context, 'new-password-challenge', readSession(input))
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
  reportEvent(context, 'temporary-password-replaced', account)
  // The second factor is still required.
  return finishSignIn(context, { ...account, status: 'CONFIRMED', generation: account.generation + 1 })
}
