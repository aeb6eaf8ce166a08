import { ProviderError } from '../../adapters/identity/provider-error.ts'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { readAuthenticator } from '../access/read-authenticator.ts'
import { markRefused, usersToCheck } from '../access/second-factor.store.ts'

/** A cloud pool limits the calls per second. */
const MOST_CHECKED = 100

/** Follows authenticators that were changed at the identity provider itself: after each sign-in, at most a minute later. */
export async function readAuthenticators({ db, administration }: WorkerDeps): Promise<void> {
  for (const { id, sub, checkedAt } of await usersToCheck(db, MOST_CHECKED)) {
    const failure = await readAuthenticator({ db, administration }, { id, sub }, checkedAt).catch(toRefusal)
    if (failure === 'unavailable') return
    if (failure === 'refused') await markRefused(db, id)
  }
}

/** A refusal concerns one user. While the provider is unavailable, each call would take seconds. */
function toRefusal(error: unknown): 'refused' | 'unavailable' {
  if (error instanceof ProviderError) return error.isFinal ? 'refused' : 'unavailable'
  throw error
}
