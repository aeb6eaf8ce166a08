import { type Account, findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { sessionExpired, userIsDisabled } from '../errors.ts'
import { type Input, requiredText } from '../input.ts'

/** What is sealed into a challenge for a second factor: who has shown their password, and when in their life. */
export type FactorState = { sub: string; generation: number }

/** The bytes of the request's `Session`, which are also what the challenge is known by. */
export function readSession(input: Input): Buffer {
  return Buffer.from(requiredText(input, 'Session', 4096), 'base64')
}

/** The account a challenge is about. Throws when it was changed, disabled or deleted since the password was right. */
export async function accountOfState(context: Context, state: FactorState): Promise<Account> {
  const account = await findAccount(context, state.sub)
  if (account.exists && !account.enabled) throw userIsDisabled()
  if (!account.exists || account.generation !== state.generation) throw sessionExpired()
  return account
}
