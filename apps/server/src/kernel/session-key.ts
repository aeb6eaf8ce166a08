import type { Caller } from './caller.ts'

/** Key of the caller's session. A pool without token revocation names no session, but the time of its sign-in. */
export function sessionKeyOf({ id, identity: { sessionId, signedInAt } }: Pick<Caller, 'id' | 'identity'>) {
  return sessionId ?? `${id} ${signedInAt}`
}
