import { type Account, findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import type { Purpose } from '../crypto/keyring.ts'
import { sessionExpired, userIsDisabled } from '../errors.ts'
import { type Input, requiredText } from '../input.ts'

type State = Record<string, string | number>

/** The user whose password was right, and their generation at that time. */
export type AccountState = { sub: string; generation: number }

/**
 * The state of a sign-in, sealed and held by the client, so that no process stores it. Its length depends on the
 * purpose only, never on the user.
 */
export function sealState(context: Context, purpose: Purpose, state: State): string {
  const expiresAt = context.clock() + context.lifetimes.challengeMs
  const plain = Buffer.from(JSON.stringify({ ...state, expiresAt }))
  return context.keyring.seal(purpose, context.clientId, plain).toString('base64')
}

/** Throws NotAuthorizedException for anything not sealed here, for this purpose, in the last three minutes. */
export function openState<T extends State>(
  context: Context,
  purpose: Purpose,
  sealed: Buffer,
): T & { expiresAt: Date } {
  const plain = context.keyring.open(purpose, context.clientId, sealed)
  if (!plain) throw sessionExpired()
  // Authenticated, so sealState wrote it for this purpose.
  const state = JSON.parse(plain.toString()) as T & { expiresAt: number }
  if (state.expiresAt <= context.clock()) throw sessionExpired()
  return { ...state, expiresAt: new Date(state.expiresAt) }
}

/** Bytes of the request's `Session`, which also identify the challenge. */
export function readSession(input: Input): Buffer {
  return Buffer.from(requiredText(input, 'Session', 4096), 'base64')
}

/** The account of a challenge. Throws if it was changed, disabled or deleted since the password was checked. */
export async function accountOfState(context: Context, state: AccountState): Promise<Account> {
  const account = await findAccount(context, state.sub)
  if (account.exists && !account.enabled) throw userIsDisabled()
  if (!account.exists || account.generation !== state.generation) throw sessionExpired()
  return account
}
