import type { api } from '@backoffice/contract/api'
import type { Identity } from '../../adapters/identity/identity.ts'
import { ProviderError } from '../../adapters/identity/provider-error.ts'
import type { Database } from '../../db/client.ts'
import { HttpError } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import {
  isAuthenticatorRequired,
  isRemovalWaiting,
  lastCheck,
  saveAuthenticator,
} from '../access/second-factor.store.ts'

type Deps = { db: Database; identity: Pick<Identity, 'administration'> }

/** Reads from the identity provider what the browser cannot claim: whether the caller has an authenticator. */
export function checkAuthenticatorHandler({
  db,
  identity,
}: Deps): Handlers<(typeof api)['account']>['checkAuthenticator'] {
  return async (_received, { caller }) => {
    const checkedAt = await lastCheck(db, caller.id)
    const described = await describeAtProvider(identity, caller.identity.sub)
    const hasAuthenticator = described?.hasAuthenticator ?? false
    return async (tx) => {
      const before = await saveAuthenticator(tx, { userId: caller.id, hasAuthenticator, checkedAt })
      if (before === undefined || (hasAuthenticator && (await isRemovalWaiting(tx, caller.id))))
        throw new HttpError('provider_pending', { detail: PENDING })
      const resource = {
        has_authenticator: hasAuthenticator,
        is_required: await isAuthenticatorRequired(tx, caller.id),
      }
      if (before === hasAuthenticator) return { resource, unchanged: true }
      return { resource, audit: [{ changes: { has_authenticator: [before, hasAuthenticator] } }] }
    }
  }
}

const PENDING =
  'Your authenticator is being changed at the identity provider. Wait a moment, then try again. If it takes longer, contact an administrator.'

async function describeAtProvider({ administration }: Deps['identity'], sub: string) {
  try {
    return await (await administration()).describe(sub)
  } catch (error) {
    // Its message is for administrators.
    if (error instanceof ProviderError) throw new HttpError('unavailable', { detail: UNREACHABLE })
    throw error
  }
}

const UNREACHABLE = 'The identity provider could not be reached. Try again in a moment.'
