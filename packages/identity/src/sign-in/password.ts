import { findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { type Input, readPassword, readUsername } from '../input.ts'
import { isPasswordOf } from '../passwords/credentials.ts'
import { settlePasswordAttempt } from './attempts.ts'
import { finishSignIn } from './finish.ts'

export async function signInWithPassword(context: Context, parameters: Input): Promise<object> {
  const username = readUsername(parameters, 'USERNAME')
  const password = readPassword(parameters, 'PASSWORD')
  const account = await findAccount(context, username)
  await settlePasswordAttempt(context, account, isPasswordOf(context, account, password))
  return finishSignIn(context, account)
}
