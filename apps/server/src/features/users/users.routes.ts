import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { similarNames } from '@backoffice/contract/similar-names'
import { startExport } from '../../files/tracked/start-export.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { grantableRole } from '../access/granting.ts'
import { findAllRoles } from '../access/grants.store.ts'
import { changeRoleHandlers } from './change-roles.ts'
import { createHandlers } from './create-users.ts'
import { endAccessHandler } from './end-access.ts'
import { offBoardHandlers } from './off-board.ts'
import { updateUserHandler } from './update-user.ts'
import { noSuchUser, readRows, readUser } from './user-replies.ts'
import { sessionHandlers } from './user-sessions.ts'
import { statusHandlers } from './user-status.ts'
import { statementsOf, type UsersDeps } from './user-values.ts'
import { describeRoles, listActiveNames, searchUsers, usersSource } from './users.store.ts'

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
