import type { Administration } from '../../adapters/identity/identity.ts'
import { ProviderError } from '../../adapters/identity/provider-error.ts'
import type { Database } from '../../db/client.ts'
import { recordSystemAudit } from '../../kernel/audit.ts'
import { HttpError } from '../../kernel/errors.ts'
import { isRemovalWaiting, lastCheck, saveAuthenticator } from './second-factor.store.ts'

type Deps = { db: Database; administration: () => Promise<Pick<Administration, 'describe'>> }
type User = { id: string; sub: string }

/** Reads from the identity provider whether the user has an authenticator, and stores it. Throws its `ProviderError`. */
export async function readAuthenticator(
  { db, administration }: Deps,
  { id, sub }: User,
  checkedAt: Date | null,
): Promise<void> {
  const described = await (await administration()).describe(sub)
  const hasAuthenticator = described?.hasAuthenticator ?? false
  await db.transaction().execute(async (tx) => {
    if (hasAuthenticator && (await isRemovalWaiting(tx, id))) return
    const before = await saveAuthenticator(tx, { userId: id, hasAuthenticator, checkedAt })
    if (before === undefined || before === hasAuthenticator) return
    const changes = { has_authenticator: [before, hasAuthenticator] } as const
    await recordSystemAudit(tx, { resource: 'user', action: 'check-authenticator', id, changes })
  })
}

/** Reads the authenticator of a user whose sign-in waits for it. Throws 503 while the provider cannot be asked. */
export type CheckSignIn = (user: User) => Promise<void>

export function createSignInCheck(deps: Deps): CheckSignIn {
  return async (user) => {
    try {
      await readAuthenticator(deps, user, await lastCheck(deps.db, user.id))
    } catch (error) {
      // Its message is for administrators.
      if (error instanceof ProviderError) throw new HttpError('unavailable', { detail: UNREACHABLE })
      throw error
    }
  }
}

const UNREACHABLE =
  'Your authenticator could not be checked at the identity provider. Try again in a moment. If it takes longer, contact an administrator.'
