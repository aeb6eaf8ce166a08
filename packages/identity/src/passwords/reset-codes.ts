import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { codeExpired, codeMismatch, limitExceeded } from '../errors.ts'
import type { IdentityMessage } from '../options.ts'
import { putCode, takeCode, tryCode } from '../store/challenges.ts'

const MAX_TRIES = 5

/** Replaces any older code. Returns the message to send. */
export async function createResetCode(context: Context, account: Account): Promise<IdentityMessage> {
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const expiresAt = context.after(context.lifetimes.codeMs)
  await putCode(context.pool, codeKey(context, account), codeHash(context, account, code), expiresAt)
  return { kind: 'reset-code', to: account.email, username: account.sub, code, expiresAt }
}

/** Throws unless the code is right, unused, unexpired and within five attempts. */
export async function redeemResetCode(context: Context, account: Account, code: string): Promise<void> {
  const key = codeKey(context, account)
  const stored = await tryCode(context.pool, key)
  if (!stored) throw codeMismatch()
  if (stored.expiresAt <= context.now()) throw codeExpired()
  if (stored.tries > MAX_TRIES) throw limitExceeded()
  if (!timingSafeEqual(stored.hash, codeHash(context, account, code))) throw codeMismatch()
  if (!(await takeCode(context.pool, key, stored.hash))) throw codeMismatch()
}

function codeKey({ keyring }: Context, account: Account): Buffer {
  return keyring.digest('reset-code-of', account.sub)
}

/**
 * Keyed hash, because otherwise a million codes could be tried quickly against a stolen table. Bound to the email, so
 * that a change of the email invalidates the code.
 */
function codeHash({ keyring }: Context, { sub, email }: Account, code: string): Buffer {
  return keyring.digest('reset-code', `${sub}\0${email.toLowerCase()}\0${code}`)
}
