import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { type IdentityError, tooManyPasswordAttempts, wrongCredentials } from '../errors.ts'
import { clearCounter, settleFailure, settleSuccess } from '../store/counters.ts'

/** Books the outcome of looking at a password; throws unless it was right and the account is not locked. */
export async function settlePasswordAttempt(
  context: Context,
  account: Account,
  right: boolean,
): Promise<void> {
  const key = passwordKey(context, account)
  const accepted = right && account.exists
  const settle = accepted ? settleSuccess : settleFailure
  if (!(await settle(context.pool, key, context.now()))) throw tooManyPasswordAttempts()
  if (!accepted) throw wrongCredentials()
}

/** Opens a locked account at once: its owner has proven themselves in another way. */
export function forgetFailures(context: Context, account: Account): Promise<void> {
  return clearCounter(context.pool, passwordKey(context, account))
}

/**
 * The same for the codes of a second factor, given what is wrong with the code. Counted apart from passwords, or
 * each right password would forget the wrong codes and who knows it could try all there are.
 */
export async function settleCodeAttempt(
  context: Context,
  account: Account,
  refusal: IdentityError | undefined,
): Promise<void> {
  const settle = refusal ? settleFailure : settleSuccess
  if (!(await settle(context.pool, codeKey(context, account), context.now()))) throw tooManyPasswordAttempts()
  if (refusal) throw refusal
}

export function forgetCodeFailures(context: Context, account: Account): Promise<void> {
  return clearCounter(context.pool, codeKey(context, account))
}

function codeKey({ keyring }: Context, account: Account): Buffer {
  return keyring.digest('code-lock-out', account.sub)
}

function passwordKey({ keyring }: Context, account: Account): Buffer {
  return keyring.digest('lock-out', account.sub)
}
