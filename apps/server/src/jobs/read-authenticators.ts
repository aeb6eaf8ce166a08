import { ProviderError } from '../adapters/identity/provider-error.ts'
import { recordSystemAudit } from '../kernel/audit.ts'
import {
  isRemovalWaiting,
  markRefused,
  saveAuthenticator,
  usersToCheck,
} from '../resources/access/second-factor.store.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** A cloud pool limits the calls per second. */
const MOST_CHECKED = 100

/** Follows authenticators that were changed at the identity provider itself: after each sign-in, at most a minute later. */
export async function readAuthenticators({ db, administration }: WorkerDeps): Promise<void> {
  for (const { id, sub, checkedAt } of await usersToCheck(db, MOST_CHECKED)) {
    const described = await (await administration()).describe(sub).catch(toRefusal)
    if (described === 'unavailable') return
    if (described === 'refused') {
      await markRefused(db, id)
      continue
    }
    const hasAuthenticator = described?.hasAuthenticator ?? false
    await db.transaction().execute(async (tx) => {
      if (hasAuthenticator && (await isRemovalWaiting(tx, id))) return
      const before = await saveAuthenticator(tx, { userId: id, hasAuthenticator, checkedAt })
      if (before === undefined || before === hasAuthenticator) return
      const changes = { has_authenticator: [before, hasAuthenticator] } as const
      await recordSystemAudit(tx, { resource: 'user', action: 'check-authenticator', id, changes })
    })
  }
}

/** A refusal concerns one user. While the provider is unavailable, each call would take seconds. */
function toRefusal(error: unknown): 'refused' | 'unavailable' {
  if (error instanceof ProviderError) return error.isFinal ? 'refused' : 'unavailable'
  throw error
}
