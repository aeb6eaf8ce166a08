import { type Account, findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { sessionExpired, userIsDisabled } from '../errors.ts'
import { type Input, requiredText } from '../input.ts'

/** Sealed into a challenge: the user whose password was right, and their generation at that time. */
export type FactorState = { sub: string; generation: number }

/** The bytes of the request's `Session`, which also identify the challenge. */
export function readSession(input: Input): Buffer {
  return Buffer.from(requiredText(input, 'Session', 4096), 'base64')
}

/** The account of a challenge. Throws if it was changed, disabled or deleted since the password was checked. */
export async function accountOfState(context: Context, state: FactorState): Promise<Account> {
  const account = await findAccount(context, state.sub)
  if (account.exists && !account.enabled) throw userIsDisabled()
  if (!account.exists || account.generation !== state.generation) throw sessionExpired()
  return account
}
