import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { similarNames } from '@backoffice/contract/similar-names'
import { startExport } from '../../files/tracked/file-jobs.ts'
import { HttpError } from '../../kernel/errors.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { lockAccess } from '../access/access-lock.ts'
import { requireNotExceeding } from '../access/exceeding.ts'
import { grantableRole } from '../access/granting.ts'
import { findAllRoles } from '../access/grants.store.ts'
import { requireRecentFor } from '../access/high-risk.ts'
import { changesOfEnd, endTemporaryAccess, temporaryAccessOf } from '../access/temporary-access.store.ts'
import { changeRoleHandlers } from './change-roles.ts'
import { createHandlers } from './create-users.ts'
import { offBoardHandlers } from './off-board.ts'
import { updateUserHandler } from './update-user.ts'
import { factsOfUser, noSuchUser, readDetail, readRows, readUser } from './user-replies.ts'
import { sessionHandlers } from './user-sessions.ts'
import { statusHandlers } from './user-status.ts'
import { statementsOf, type UsersDeps } from './user-values.ts'
import { describeRoles, listActiveNames, lockUser, searchUsers, usersSource } from './users.store.ts'

const FOUND = 10
const MOST_SIMILAR = 5

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

    similarNames: async ({ query: { name, id } }) => ({
      items: similarNames(name, await listActiveNames(db), id).slice(0, MOST_SIMILAR),
    }),

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

    ...createHandlers(deps),
    ...changeRoleHandlers(deps),
    update: updateUserHandler(deps),
    endAccess: endAccessHandler(deps),
    ...statusHandlers(deps),
    ...offBoardHandlers(deps),
    ...sessionHandlers(deps),
  }
}

/** Ends temporary access of another user. */
function endAccessHandler({ db, identity }: UsersDeps): Handlers<(typeof api)['users']>['endAccess'] {
  return async ({ params }, call) => {
    const { caller } = call
    const facts = await factsOfUser(db, identity, params.id)
    return async (tx) => {
      const held = await lockAccess(tx, caller, 'user:update')
      const user = await lockUser(tx, params.id)
      if (!user) throw noSuchUser()
      if (user.id === caller.id) throw new HttpError('own_access')
      await requireNotExceeding(tx, held, user.id, 'manage')
      await requireRecentFor(tx, call, [user.id])
      const access = (await temporaryAccessOf(tx, [user.id])).find(({ id }) => id === params.access_id)
      if (!access || !(await endTemporaryAccess(tx, access.id)))
        throw new HttpError('not_found', { detail: 'This access has already ended.' })
      const changes = changesOfEnd({ ...access, permanent_role: user.role_name })
      return { resource: await readDetail(tx, held, user.id, facts), audit: [{ changes }] }
    }
  }
}
