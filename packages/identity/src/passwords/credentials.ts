import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { newSalt, toBigInt, VERIFIER_BYTES, verifierOf } from '../srp/exchange.ts'
import { bytes } from '../srp/modexp.ts'
import { type Credentials, type UserStatus, updateCredentials } from '../store/users.ts'

/** The verifier is encrypted and bound to its user, because it can be attacked as fast as a plain hash. */
export function createCredentials(
  context: Context,
  sub: string,
  password: string,
): Pick<Credentials, 'salt' | 'verifier'> {
  const salt = newSalt()
  const verifier = verifierOf({ poolName: context.poolName, userId: sub }, password, salt)
  return { salt, verifier: context.keyring.seal('verifier', sub, bytes(verifier, VERIFIER_BYTES)) }
}

export function openVerifier(context: Context, account: Account): bigint {
  const plain = context.keyring.open('verifier', account.sub, account.verifier)
  if (!plain) throw new Error('a verifier does not open with the identity key')
  return toBigInt(plain)
}

export function isPasswordOf(context: Context, account: Account, password: string): boolean {
  const identity = { poolName: context.poolName, userId: account.sub }
  // No constant-time comparison, because callers cannot choose the bits of either number.
  return verifierOf(identity, password, account.salt) === openVerifier(context, account)
}

export type PasswordState = { status: UserStatus; temporaryUntil?: Date | null; keptSessionId?: string }

/** Also ends every other session of the account. `false` if the account changed since it was read. */
export function replacePassword(
  context: Context,
  account: Account,
  password: string,
  { status, temporaryUntil = null, keptSessionId }: PasswordState,
): Promise<boolean> {
  const credentials = { ...createCredentials(context, account.sub, password), status, temporaryUntil }
  return updateCredentials(context.pool, account, credentials, { at: context.now(), keptSessionId })
}
