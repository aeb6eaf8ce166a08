import { type Access, effectiveAccess } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import type { Reader } from '../../db/client.ts'
import { runBulk, writtenRows } from '../../kernel/bulk.ts'
import { HttpError } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { lockAccess, requireAdministrators } from '../access/access-lock.ts'
import { moreTakeable } from '../access/break-glass-offers.store.ts'
import { exceedsCallerError, exceedsOf } from '../access/exceeding.ts'
import { grantProposal, requireGained } from '../access/granting.ts'
import { requireRecentForAccess } from '../access/high-risk.ts'
import { impactOfChange, requireConfirmed } from '../access/impact.ts'
import { lockVersion } from './update-user.ts'
import { noSuchUser, toRows } from './user-replies.ts'
import { requireRole, type UsersDeps } from './user-values.ts'
import { lockUser, updateUser, versionsOf } from './users.store.ts'

type RoleHandlers = Pick<Handlers<(typeof api)['users']>, 'updateRole' | 'roleImpact'>

export function changeRoleHandlers({ db }: Pick<UsersDeps, 'db'>): RoleHandlers {
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
          await moreTakeable(tx, roles),
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
