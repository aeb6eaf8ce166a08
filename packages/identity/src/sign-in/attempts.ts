import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { tooManyPasswordAttempts, wrongCredentials } from '../errors.ts'
import { clearCounter, settleFailure, settleSuccess } from '../store/counters.ts'

/** Books the outcome of looking at a password; throws unless it was right and the account is not locked. */
export async function settlePasswordAttempt(
  context: Context,
  account: Account,
  right: boolean,
): Promise<void> {
  const key = keyOf(context, account)
  const accepted = right && account.exists
  const settle = accepted ? settleSuccess : settleFailure
  if (!(await settle(context.pool, key, context.now()))) throw tooManyPasswordAttempts()
  if (!accepted) throw wrongCredentials()
}

/** Opens a locked account at once: its owner has proven themselves in another way. */
export function forgetFailures(context: Context, account: Account): Promise<void> {
  return clearCounter(context.pool, keyOf(context, account))
}

function keyOf({ keyring }: Context, account: Account): Buffer {
  return keyring.digest('lock-out', account.sub)
}
