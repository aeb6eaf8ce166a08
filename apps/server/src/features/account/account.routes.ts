import { setTimeout as sleep } from 'node:timers/promises'
import type { api } from '@backoffice/contract/api'
import type { Identity } from '../../adapters/identity/identity.ts'
import { ProviderError } from '../../adapters/identity/provider-error.ts'
import type { Database } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import type { FindSignIn } from '../access/authenticate.ts'
import {
  isAuthenticatorRequired,
  isRemovalWaiting,
  lastCheck,
  saveAuthenticator,
} from '../access/second-factor.store.ts'
import { temporaryAccessOf } from '../access/temporary-access.store.ts'
import { insertEndedSessions, revokeEarlierSignIns, withLastUse } from './account.store.ts'
import { confirmationHandlers } from './confirm-identity.ts'
import { noSuchSession, sessionsNotAvailable } from './session-errors.ts'

type AccountDeps = {
  db: Database
  clock: Clock
  identity: Pick<Identity, 'browser' | 'sessions' | 'administration'>
  findSignIn: FindSignIn
}

export function accountHandlers({
  db,
  clock,
  identity,
  findSignIn,
}: AccountDeps): Handlers<(typeof api)['account']> {
  const { sessions } = identity
  return {
    ...confirmationHandlers({ clock, identity, findSignIn }),
    checkAuthenticator: checkAuthenticatorHandler({ db, identity }),
    temporaryAccess: async (_received, { caller }) => {
      const held = await temporaryAccessOf(db, [caller.id])
      return {
        items: held.map(({ role, policy, until, ...access }) => ({
          ...access,
          role: role === null ? null : { name: role },
          policy: policy === null ? null : { name: policy },
          until: until.toISOString(),
        })),
      }
    },
    listSessions: async (_received, { caller: { identity } }) => {
      if (!sessions) return { is_available: false, items: [] }
      const found = await withLastUse(db, await sessions.list(identity.sub))
      const items = found.map(({ id, createdAt, lastUsedAt, userAgent }) => ({
        id,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt.toISOString(),
        user_agent: userAgent,
        is_current: id === identity.sessionId,
      }))
      return { is_available: true, items }
    },
    endSession: async ({ body: { id } }, { caller }) => {
      if (!sessions) throw sessionsNotAvailable()
      // Revoked before the transaction, because a rollback cannot undo it at the provider.
      if (!(await sessions.revoke(caller.identity.sub, id))) throw noSuchSession()
      return async (tx) => {
        const at = clock.now()
        const isNew = await insertEndedSessions(tx, { userId: caller.id, sessionIds: [id], at })
        return { resource: { id }, ...(isNew ? { audit: [{}] } : { unchanged: true }) }
      }
    },
    endCurrentSession: async (_received, { caller: { id: userId, identity } }) => {
      const sessionIds = identity.sessionId ? [identity.sessionId] : []
      for (const id of sessionIds) await sessions?.revoke(identity.sub, id)
      return async (tx) => {
        // The browser also revokes its session at the provider. The first of both records the sign-out.
        const isNew = await insertEndedSessions(tx, { userId, sessionIds, at: clock.now() })
        return { resource: { ended: true }, ...(isNew ? { audit: [{}] } : { unchanged: true }) }
      }
    },
    // `auth_time` has whole seconds, so sign-ins of the same and later seconds are recorded by session id.
    endOtherSessions: async (_received, { caller: { id: userId, identity } }) => {
      const { sub, sessionId, signedInAt } = identity
      const signedIn = new Date(signedInAt * 1_000)
      const others = (await sessions?.revokeOthers(sub, sessionId, signedIn)) ?? []
      return async (tx) => {
        // Lock order: the user's row first, the access version (updated by a trigger) last.
        const revoked = await revokeEarlierSignIns(tx, userId, signedIn)
        const inserted = await insertEndedSessions(tx, { userId, sessionIds: others, at: clock.now() })
        if (!inserted && !revoked) return { resource: { ended: true }, unchanged: true }
        return { resource: { ended: true }, audit: [{}] }
      }
    },
    endAllSessions: async (_received, { caller: { id: userId, identity } }) => {
      const at = await waitForNextSecond(clock)
      // With a cloud pool the browser revokes the sessions, because that takes the access token, which the server never
      // gets.
      await sessions?.revokeAll(identity.sub)
      return async (tx) => {
        await revokeEarlierSignIns(tx, userId, at)
        const sessionIds = identity.sessionId ? [identity.sessionId] : []
        await insertEndedSessions(tx, { userId, sessionIds, at })
        return { resource: { ended: true }, audit: [{}] }
      }
    },
  }
}

/** `auth_time` has whole seconds, so sign-ins before and after the reply must not share one. */
async function waitForNextSecond(clock: Clock): Promise<Date> {
  const at = (Math.floor(clock.now().getTime() / 1_000) + 1) * 1_000
  for (let leftMs = 1; leftMs > 0; leftMs = at - clock.now().getTime()) await sleep(leftMs)
  return new Date(at)
}

type Deps = { db: Database; identity: Pick<Identity, 'administration'> }

/** Reads from the identity provider whether the caller has an authenticator, because a browser could lie. */
function checkAuthenticatorHandler({
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
