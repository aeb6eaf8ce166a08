import { hash } from 'node:crypto'
import type { TokenClaims } from '../../kernel/caller.ts'
import type { TokenVerifier } from './identity.ts'

const MAX_TOKENS = 10_000

type Options = {
  /** The keys that verify tokens: another object whenever they were loaded again. */
  keys: () => object | Promise<object>
  /** In milliseconds since 1970. */
  now: () => number
}

/**
 * Keeps the claims of verified tokens until the token expires or the keys were loaded again. Tokens are kept by their
 * hash only. Ended sessions and changed users are no concern of a token: `authenticate` checks them at every call.
 */
export function rememberVerified(verify: TokenVerifier, { keys, now }: Options): TokenVerifier {
  let known = { keys: {}, claims: new Map<string, TokenClaims>() }
  return async (token) => {
    // A malformed token is invalid even if the keys cannot be read.
    const current = await Promise.resolve(keys()).catch(() => null)
    if (current === null) return verify(token)
    if (current !== known.keys) known = { keys: current, claims: new Map() }
    const { claims } = known
    const id = hash('sha256', token, 'base64')
    const remembered = claims.get(id)
    if (remembered && remembered.exp * 1_000 > now()) return remembered
    const verified = await verify(token)
    if (claims.size >= MAX_TOKENS) claims.clear()
    if (verified) claims.set(id, verified)
    return verified
  }
}
