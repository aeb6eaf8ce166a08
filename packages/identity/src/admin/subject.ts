import { type Account, findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { userNotFound } from '../errors.ts'
import { type Input, readUsername } from '../input.ts'

/** Throws UserNotFoundException, which only administrators may see. */
export async function readSubject(context: Context, input: Input): Promise<Account> {
  const account = await findAccount(context, readUsername(input))
  if (!account.exists) throw userNotFound()
  return account
}
