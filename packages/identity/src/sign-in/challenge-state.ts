import type { Context } from '../context.ts'
import type { Purpose } from '../crypto/keyring.ts'
import { sessionExpired } from '../errors.ts'

type State = Record<string, string | number>

/**
 * What a sign-in has got so far travels with the client, sealed: no process has to remember it, none can read
 * another purpose's. The length depends on the purpose only, never on the user.
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
  // Authenticated, so it is what sealState wrote for this purpose.
  const state = JSON.parse(plain.toString()) as T & { expiresAt: number }
  if (state.expiresAt <= context.clock()) throw sessionExpired()
  return { ...state, expiresAt: new Date(state.expiresAt) }
}
