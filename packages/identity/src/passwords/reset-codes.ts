import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { codeExpired, codeMismatch, limitExceeded } from '../errors.ts'
import type { IdentityMessage } from '../options.ts'
import { putCode, takeCode, tryCode } from '../store/codes.ts'

const MAX_TRIES = 5

/**
 * Stores a new code and answers the message that carries it. Whoever must not get one has a hash stored that no code
 * has, and nobody can tell from outside. The message is then `undefined`.
 */
export async function createResetCode(
  context: Context,
  account: Account,
  eligible: boolean,
): Promise<IdentityMessage | undefined> {
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const expiresAt = context.after(context.lifetimes.codeMs)
  const real = codeHash(context, account, code)
  await putCode(context.pool, codeKey(context, account), eligible ? real : randomBytes(32), expiresAt)
  if (!eligible) return undefined
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

/** Keyed: a million codes are soon tried against a stolen table, but not without the key. */
function codeHash({ keyring }: Context, account: Account, code: string): Buffer {
  return keyring.digest('reset-code', `${account.sub}\0${code}`)
}
