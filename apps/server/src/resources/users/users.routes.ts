import { effectiveAccess, may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { accessChange } from '@backoffice/contract/grants'
import type { Tx } from '../../db/client.ts'
import { changesOf, recordAudit } from '../../kernel/audit.ts'
import type { Call } from '../../kernel/caller.ts'
import { HttpError, invalidFields } from '../../kernel/errors.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { lockAccess } from '../access/access-lock.ts'
import { moreTakeable } from '../access/break-glass-offers.store.ts'
import { grantProposal, NO_GRANTS } from '../access/grant-proposal.ts'
import { grantableRole, requireGained } from '../access/granting.ts'
import { findAllRoles } from '../access/grants.store.ts'
import { impactOfUsers } from '../access/impact.ts'
import { startExport } from '../files/start-export.ts'
import { endAccessHandler } from './end-access.ts'
import { requestProviderAction, retryProviderAction } from './provider-actions.ts'
import { updateUserHandler } from './update-user.ts'
import { NO_FACTS, noSuchUser, readDetail, readRows, readUser } from './user-replies.ts'
import { sessionHandlers } from './user-sessions.ts'
import { statusHandlers } from './user-status.ts'
import {
  AUDITED,
  profileOf,
  requireExtras,
  requireRole,
  statementsOf,
  type UsersDeps,
} from './user-values.ts'
import {
  describeRoles,
  findByEmail,
  insertUser,
  saveExtraPolicies,
  searchUsers,
  usersSource,
} from './users.store.ts'

const FOUND = 10

export function usersHandlers(deps: UsersDeps): Handlers<(typeof api)['users']> {
  const { db, clock, sendJob, identity } = deps
  return {
    list: async ({ body }, { caller }) => {
      const { rows, ...page } = await listRows(db, usersSource(db, body.filters), body)
      return { items: await readRows(db, identity, caller.permanent, rows), ...page }
    },

    export: async ({ body }, { caller }) =>
      startExport({ clock, sendJob }, { category: 'USERS', name: 'users', query: body, caller, owner: null }),

    search: async ({ query }) => {
      const text = query.q.trim()
      return { items: text ? await searchUsers(db, text, FOUND) : [] }
    },

    get: async ({ params }, { caller }) => {
      const { id } = params
      if (id !== caller.id && !may(caller.access, 'user:view')) throw noSuchUser()
      return readUser(db, identity, caller.permanent, id)
    },

    roleOptions: async (_received, { caller }) => {
      const [roles, described] = [await findAllRoles(db), await describeRoles(db)]
      const items = described.map(({ id, ...words }) => {
        const { modules = [], policies = [] } = roles.find((role) => role.id === id) ?? {}
        return {
          id,
          ...words,
          is_grantable: grantableRole(caller.permanent, { modules, statements: statementsOf(policies) }),
        }
      })
      return { items }
    },

    create: async ({ body }, call) => {
      const { caller, approver } = call
      const email = body.email.trim().toLowerCase()
      // A stored call changes nothing outside the transaction of its decision, which may only check it.
      if (!approver) await retryFailedRemoval(deps, email, call)
      return async (tx) => {
        const held = await lockAccess(tx, caller, 'user:create')
        const { role_id, extra_policies = [] } = body
        await requireFreeEmail(tx, email)
        const role = await requireRole(tx, held, role_id)
        const extras = await requireExtras(tx, held, extra_policies, new Set())
        const { gained } = accessChange({ modules: [], policies: [] }, effectiveAccess(role, extras))
        requireGained(held, gained, effectiveAccess(role, []))
        const profile = profileOf(body)
        const id = await insertUser(tx, { ...profile, email, role_id }, caller.id)
        await saveExtraPolicies(tx, id, [...new Set(extra_policies)], caller.id)
        await requestProviderAction(tx, sendJob, { userId: id, action: 'create', requestedBy: caller.id })
        const values = {
          ...profile,
          email,
          role: role.name,
          extra_policies: extras.map(({ name }) => name),
          status: 'PENDING',
        }
        const changes = changesOf({}, values, AUDITED)
        const name = `${profile.given_name} ${profile.family_name}`
        const transition = { before: NO_GRANTS, after: { role, extra_policies: extras } }
        const affected = [{ id: NO_GRANTS.role.id, name, transition }]
        const impact = impactOfUsers(['create', email, role_id, extra_policies.toSorted()], affected)
        const more = await moreTakeable(tx, new Map([[id, { from: null, to: role.id }]]))
        return {
          resource: await readDetail(tx, held, id, NO_FACTS),
          audit: [{ id, changes }],
          proposal: { ...grantProposal(`Create user ${name}`, [email], impact, more), subjects: [] },
        }
      }
    },

    update: updateUserHandler(deps),
    endAccess: endAccessHandler(deps),
    ...statusHandlers(deps),
    ...sessionHandlers(deps),
  }
}

/** Throws 422 if another user has the email, or `provider_pending` while a deleted account with it may still exist. */
async function requireFreeEmail(tx: Tx, email: string): Promise<void> {
  const { holder, removals } = await findByEmail(tx, email)
  if (holder) {
    const message = `${holder.name} already has this email.`
    const row = { id: holder.id, label: holder.name }
    throw invalidFields([{ field: 'email', code: 'E009', message, row }])
  }
  if (removals.length > 0) {
    const detail = 'The former account with this email is still being deleted at the identity provider.'
    throw new HttpError('provider_pending', { detail })
  }
}

/**
 * Retries a failed removal, because deleted users have no screen for it. Runs in its own transaction: the call itself
 * is refused until the removal is done.
 */
async function retryFailedRemoval(
  { db, sendJob }: Pick<UsersDeps, 'db' | 'sendJob'>,
  email: string,
  { caller, requestId, clientRequestId }: Pick<Call, 'caller' | 'requestId' | 'clientRequestId'>,
): Promise<void> {
  const { removals } = await findByEmail(db, email)
  for (const { id } of removals.filter(({ state }) => state === 'failed')) {
    await db.transaction().execute(async (tx) => {
      if (!(await retryProviderAction(tx, sendJob, id))) return
      await recordAudit(tx, { actor: caller, requestId, clientRequestId }, [
        { resource: 'user', action: 'retry', id },
      ])
    })
  }
}
