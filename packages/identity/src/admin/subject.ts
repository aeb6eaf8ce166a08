import { type Account, findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { IdentityError, userNotFound } from '../errors.ts'
import { type Input, readUsername } from '../input.ts'
import type { IdentityMessage } from '../options.ts'

/** Administrators are told plainly when there is no such user. */
export async function readSubject(context: Context, input: Input): Promise<Account> {
  const account = await findAccount(context, readUsername(input))
  if (!account.exists) throw userNotFound()
  return account
}

/** The change it tells of is committed already; after a failure the administrator sends it again. */
export async function deliverNow(context: Context, message: IdentityMessage): Promise<void> {
  try {
    await context.deliver(message)
  } catch (error) {
    context.onError(error)
    throw new IdentityError('CodeDeliveryFailureException', 'The message could not be delivered')
  }
}
