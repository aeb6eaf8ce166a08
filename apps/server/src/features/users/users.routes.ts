import { type Access, effectiveAccess, may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { similarNames } from '@backoffice/contract/similar-names'
import type { Reader } from '../../db/client.ts'
import { startExport } from '../../files/tracked/file-jobs.ts'
import { runBulk, writtenRows } from '../../kernel/bulk.ts'
import { HttpError } from '../../kernel/errors.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { lockAccess, requireAdministrators } from '../access/access-lock.ts'
import { moreBreakGlassRoles } from '../access/break-glass-offers.store.ts'
import { exceedsCallerError, exceedsOf, requireNotExceeding } from '../access/exceeding.ts'
import { grantableRole, grantProposal, requireGained } from '../access/granting.ts'
import { findAllRoles } from '../access/grants.store.ts'
import { requireRecentFor, requireRecentForAccess } from '../access/high-risk.ts'
import { impactOfChange, requireConfirmed } from '../access/impact.ts'
import { changesOfEnd, endTemporaryAccess, temporaryAccessOf } from '../access/temporary-access.store.ts'
import { createHandlers } from './create-users.ts'
import { offBoardHandlers } from './off-board.ts'
import { lockVersion, updateUserHandler } from './update-user.ts'
import { factsOfUser, noSuchUser, readDetail, readRows, readUser, toRows } from './user-replies.ts'
import { sessionHandlers } from './user-sessions.ts'
import { statusHandlers } from './user-status.ts'
import { requireRole, statementsOf, type UsersDeps } from './user-values.ts'
import {
  describeRoles,
  listActiveNames,
  lockUser,
  searchUsers,
  updateUser,
  usersSource,
  versionsOf,
} from './users.store.ts'

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

type RoleHandlers = Pick<Handlers<(typeof api)['users']>, 'updateRole' | 'roleImpact'>

function changeRoleHandlers({ db }: Pick<UsersDeps, 'db'>): RoleHandlers {
  return {
    roleImpact: async ({ body }, { caller }) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          const { change, refusals, users } = await planChange(tx, caller.id, caller.permanent, body)
          const refused = [...refusals].map(([id, { code, message }]) => ({
            ...{ id, code, detail: message },
            name: users.get(id)?.name ?? null,
          }))
          const isSame = ({ id }: { id: string }) =>
            !refusals.has(id) && users.get(id)?.role_id === body.role_id
          return { ...change.impact, refused, unchanged_count: body.items.filter(isSame).length }
        }),

    updateRole:
      async ({ body }, call) =>
      async (tx) => {
        const { caller } = call
        const held = await lockAccess(tx, caller, 'user:update')
        const plan = await planChange(tx, caller.id, held, body)
        const { role, refusals, change, exceeds } = plan
        if (refusals.size < body.items.length) requireConfirmed(change, body.impact_version)
        const former = new Map<string, string | null>()
        const result = await runBulk({
          tx,
          items: body.items,
          apply: async ({ id, version }) => {
            const rowOf = async () => {
              const user = await lockUser(tx, id)
              const [row] = user ? await toRows(tx, [user], { locked: null, exceeds }) : []
              if (!row) throw noSuchUser()
              return row
            }
            const user = await lockVersion(tx, id, version, rowOf)
            const refusal = refusals.get(id)
            if (refusal) throw refusal
            if (user.role_id === role.id) return { outcome: 'unchanged', row: await rowOf() }
            await updateUser(tx, id, { role_id: role.id }, caller.id)
            await requireAdministrators(tx)
            former.set(id, user.role_id)
            return { outcome: 'done', row: await rowOf(), changes: { role: [user.role_name, role.name] } }
          },
        })
        const written = writtenRows(result)
        const [first] = written
        const who =
          written.length === 1 && first
            ? `${first.given_name} ${first.family_name}`
            : `${written.length} users`
        const ids = written.map(({ id }) => id)
        const differences = new Map([...change.differences].filter(([id]) => ids.includes(id)))
        const roles = new Map(ids.map((id) => [id, { from: former.get(id) ?? null, to: role.id }] as const))
        const proposal = grantProposal(
          `Change the role of ${who} to ${role.name}`,
          ids,
          { impact: change.impact, differences },
          await moreBreakGlassRoles(tx, roles),
        )
        requireRecentForAccess(call, proposal, { differences, changed: change.changed })
        return { ...result, proposal }
      },
  }
}

type RoleChange = { items: readonly { id: string; version: number }[]; role_id: string }

/** Users whose role cannot change, with the reason, and the impact on the others. Throws if the role is not grantable. */
async function planChange(db: Reader, callerId: string, held: Access, { items, role_id }: RoleChange) {
  const role = await requireRole(db, held, role_id)
  const ids = items.map(({ id }) => id)
  const users = await versionsOf(db, ids)
  const exceeds = await exceedsOf(db, held, ids)
  const refusals = new Map<string, HttpError>()
  for (const { id, version } of items) {
    const user = users.get(id)
    if (!user) refusals.set(id, noSuchUser())
    else if (id === callerId) refusals.set(id, new HttpError('own_access'))
    else if (exceeds.get(id)?.manage) refusals.set(id, exceedsCallerError())
    else if (user.version !== version) refusals.set(id, new HttpError('version_conflict'))
  }
  const impactOnOthers = () =>
    impactOfChange(db, { kind: 'users', ids: ids.filter((id) => !refusals.has(id)), role_id })
  const first = await impactOnOthers()
  const others = refusals.size
  for (const [id, { gained }] of first.differences) {
    const refusal = missingGain(held, gained, effectiveAccess(role, []))
    if (refusal) refusals.set(id, refusal)
  }
  const change = refusals.size === others ? first : await impactOnOthers()
  return { role, users, exceeds, refusals, change }
}

/** A module of the role can activate extra policies of the user that the caller does not hold. */
function missingGain(held: Access, gained: readonly string[], role: Access): HttpError | undefined {
  try {
    requireGained(held, gained, role)
    return undefined
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
}
