import { effectiveAccess, may } from '@backoffice/contract/access'
import { type GrantingRole, permissionsOf } from '@backoffice/contract/grants'
import { DEFAULT_REPLACEMENT } from '@backoffice/contract/roles'
import type { Reader, Tx } from '../../db/client.ts'
import { type AuditEvent, changesOf } from '../../kernel/audit.ts'
import { HttpError } from '../../kernel/errors.ts'
import { missingOf, requireAdministrators } from '../access/access-lock.ts'
import { readOffers } from '../access/break-glass-offers.store.ts'
import { findAllRoles, grantsOf } from '../access/grants.store.ts'
import { rolesWithSecondFactor } from '../access/second-factor.store.ts'
import { changesOfEnd, endTemporaryAccess, temporaryAccessOf } from '../access/temporary-access.store.ts'
import { findStarterRole } from '../roles/roles.store.ts'
import { policyNames, statementsOf } from '../users/user-values.ts'
import { lockUser, type StoredUser, saveExtraPolicies, updateUser } from '../users/users.store.ts'

type Assignment = {
  user_id: string
  kind: 'role' | 'policy'
  grant_id: string
  temporary_id: string | null
  replacement_id: string | null
  replacement_name: string | null
}

/** `event` is the change of the user. `detail` states what was done instead of the choice. */
export type Removal = { event: Pick<AuditEvent, 'action' | 'changes'>; detail: string | null }

/**
 * Removes an assignment under the lock of access, for the job `apply-review` and as a trial in `decide-item.ts`. Null
 * if the user no longer has it. Throws `no_replacement`, `last_administrator` or `last_deciders`. `by` is null for the
 * system.
 */
export async function removeAssignment(
  tx: Tx,
  assignment: Assignment,
  by: string | null,
): Promise<Removal | null> {
  const user = await lockUser(tx, assignment.user_id)
  if (!user) return null
  if (assignment.temporary_id !== null) return endTemporary(tx, user, assignment.temporary_id)
  const removal = await (assignment.kind === 'role' ? replaceRole : removePolicy)(tx, user, assignment, by)
  if (removal) await requireAdministrators(tx)
  return removal
}

async function endTemporary(tx: Tx, user: StoredUser, id: string): Promise<Removal | null> {
  const access = (await temporaryAccessOf(tx, [user.id])).find((each) => each.id === id)
  if (!access || !(await endTemporaryAccess(tx, id))) return null
  const changes = changesOfEnd({ ...access, permanent_role: user.role_name })
  return { event: { action: 'end-access', changes }, detail: null }
}

async function removePolicy(
  tx: Tx,
  user: StoredUser,
  { grant_id }: Assignment,
  by: string | null,
): Promise<Removal | null> {
  const kept = user.extra_policies.filter(({ id }) => id !== grant_id)
  if (kept.length === user.extra_policies.length) return null
  await updateUser(tx, user.id, {}, by)
  await saveExtraPolicies(
    tx,
    user.id,
    kept.map(({ id }) => id),
    by,
  )
  const after = { extra_policies: policyNames({ extra_policies: kept }) }
  const changes = changesOf({ extra_policies: policyNames(user) }, after, ['extra_policies'])
  return { event: { action: 'update', changes }, detail: null }
}

async function replaceRole(
  tx: Tx,
  user: StoredUser,
  { grant_id, replacement_id, replacement_name }: Assignment,
  by: string | null,
): Promise<Removal | null> {
  if (user.role_id !== grant_id) return null
  const allowed = await allowedReplacements(tx, { userId: user.id, roleId: grant_id })
  const chosen = allowed.find(({ id }) => id === replacement_id)
  const role = chosen ?? allowed.find(({ isDefault }) => isDefault)
  if (!role) throw new HttpError('no_replacement')
  await updateUser(tx, user.id, { role_id: role.id }, by)
  return {
    event: { action: 'update', changes: { role: [user.role_name, role.name] } },
    detail:
      chosen || replacement_id === null
        ? null
        : `${replacement_name} no longer qualifies as the replacement, so ${role.name} replaced the role.`,
  }
}

type Replacement = { id: string; name: string; isDefault: boolean }

type RemovedRole = {
  userId: string
  roleId: string
  /** Extra policies that the user loses by the same review. */
  lostPolicyIds?: readonly string[]
}

/**
 * Roles that can replace the role of a user, the default first, then by name. A review only removes access, so a
 * replacement gives nothing that the user does not hold permanently, offers no break-glass role that the user cannot
 * take already, takes at least one permission away, and requires an authenticator if the removed role does. The default,
 * the smallest role, always qualifies, so that every other role can be removed: it may give what the user did not hold,
 * and no role may be taken by its users in an emergency.
 */
export async function allowedReplacements(
  db: Reader,
  { userId, roleId, lostPolicyIds = [] }: RemovedRole,
): Promise<Replacement[]> {
  const grants = await grantsOf(db, userId)
  const extra = (grants?.extra_policies ?? []).filter(({ id }) => !lostPolicyIds.includes(id))
  const accessWith = (role: GrantingRole) => effectiveAccess(role, extra)
  const held = grants ? accessWith(grants.role) : { modules: [], policies: [] }
  const permissions = permissionsOf(held)
  const isLess = (role: GrantingRole) => {
    const after = accessWith(role)
    return (
      missingOf(held, { modules: role.modules, statements: statementsOf(role.policies) }).length === 0 &&
      permissions.some((permission) => !may(after, permission))
    )
  }
  const secured = await rolesWithSecondFactor(db)
  const isAsSecure = (id: string) => !secured.has(roleId) || secured.has(id)
  const offers = await readOffers(db)
  const takeable = (id: string) => offers.flatMap((offer) => (offer.taker_id === id ? offer.role_id : []))
  const had = takeable(roleId)
  const byDefault = await findStarterRole(db, DEFAULT_REPLACEMENT)
  const byName = (await findAllRoles(db))
    .filter((role) => role.id !== byDefault?.id && isLess(role) && isAsSecure(role.id))
    .filter(({ id }) => takeable(id).every((each) => had.includes(each)))
    .toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  return [...(byDefault ? [byDefault] : []), ...byName]
    .filter(({ id }) => id !== roleId)
    .map(({ id, name }) => ({ id, name, isDefault: id === byDefault?.id }))
}
