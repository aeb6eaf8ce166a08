import { effectiveAccess, may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { accessChange } from '@backoffice/contract/grants'
import { changesOf } from '../../kernel/changes.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { lockAccess } from '../access/access-lock.ts'
import { grantableRole, requireGained } from '../access/granting.ts'
import { findAllRoles } from '../access/grants.store.ts'
import { startExport } from '../files/start-export.ts'
import { requireFreeEmail, retryFailedRemoval } from './former-account.ts'
import { requestProviderAction } from './provider-actions.ts'
import { updateUserHandler } from './update-user.ts'
import { NOT_ASKED, noSuchUser, readDetail, readRows, readUser } from './user-replies.ts'
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
import { describeRoles, insertUser, saveExtraPolicies, searchUsers, usersSource } from './users.store.ts'

const FOUND = 10

export function usersHandlers(deps: UsersDeps): Handlers<(typeof api)['users']> {
  const { db, clock, sendJob, identity } = deps
  return {
    list: async ({ body }, { caller }) => {
      const { rows, ...page } = await listRows(db, usersSource(db), body)
      return { items: await readRows(db, identity, caller.access, rows), ...page }
    },

    export: async ({ body }, { caller }) =>
      startExport({ clock, sendJob }, { category: 'USERS', name: 'users', asked: body, caller, owner: null }),

    search: async ({ query }) => {
      const text = query.q.trim()
      return { items: text ? await searchUsers(db, text, FOUND) : [] }
    },

    get: async ({ params }, { caller }) => {
      const id = params.id.toLowerCase()
      if (id !== caller.id && !may(caller.access, 'user:view')) throw noSuchUser()
      return readUser(db, identity, caller.access, id)
    },

    roleOptions: async (_received, { caller }) => {
      const [roles, described] = [await findAllRoles(db), await describeRoles(db)]
      const items = described.map(({ id, ...words }) => {
        const { modules = [], policies = [] } = roles.find((role) => role.id === id) ?? {}
        return {
          id,
          ...words,
          is_grantable: grantableRole(caller.access, { modules, statements: statementsOf(policies) }),
        }
      })
      return { items }
    },

    create: async ({ body }, call) => {
      const { caller } = call
      const email = body.email.trim().toLowerCase()
      await retryFailedRemoval(deps, email, call)
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
        return { resource: await readDetail(tx, held, id, NOT_ASKED), audit: [{ id, changes }] }
      }
    },

    update: updateUserHandler(deps),
    ...statusHandlers(deps),
    ...sessionHandlers(deps),
  }
}
