import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { codeExpired, codeMismatch, limitExceeded } from '../errors.ts'
import type { IdentityMessage } from '../options.ts'
import { putCode, takeCode, tryCode } from '../store/codes.ts'

const MAX_TRIES = 5

/** Stores a new code in place of any older one and answers the message that would carry it. */
export async function createResetCode(context: Context, account: Account): Promise<IdentityMessage> {
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const expiresAt = context.after(context.lifetimes.codeMs)
  await putCode(context.pool, codeKey(context, account), codeHash(context, account, code), expiresAt)
  return { kind: 'reset-code', to: account.email, username: account.sub, code, expiresAt }
}

/** Throws unless the code is the account's, for the first time, in time and within five tries. */
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
 * Keyed: a million codes are soon tried against a stolen table, but not without the key.
 * Bound to the address it was sent to: who has lost that mailbox since must not get in by it.
 */
function codeHash({ keyring }: Context, { sub, email }: Account, code: string): Buffer {
  return keyring.digest('reset-code', `${sub}\0${email.toLowerCase()}\0${code}`)
}
