import { type Access, may, PERMISSIONS, type Permission } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { accessOf, explain, type GrantingRole, inForce, permissionsOf } from '@backoffice/contract/grants'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import type { Database, Reader } from '../../db/client.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { type Handlers, requirePermission } from '../../kernel/mount.ts'
import { grantableRole } from './granting.ts'
import { findAllRoles, findHolders, grantsFrom, readTables } from './grants.store.ts'
import { impactOfChange } from './impact.ts'
import { remember } from './impact-of.ts'
import { permanentHolders } from './permanent-holders.ts'

export const accessHandlers: Handlers<(typeof api)['access']> = {
  getAccessPolicy: async (_received, { caller }) => ({
    modules: [...caller.access.modules],
    policies: [...caller.access.policies],
  }),
}

export function explainHandlers({ db }: { db: Database }): Handlers<(typeof api)['explain']> {
  return {
    explain: async ({ body: { user_id, permission: name } }, { caller }) => {
      const userId = user_id ?? caller.id
      if (userId !== caller.id) requirePermission(caller, 'user:view')
      const permission = permissionOf(name)
      if (!permission)
        throw invalidField(
          'permission',
          'unknown',
          'Unknown permission. Use one from the catalogue, such as card:unmask.',
        )
      return inOneState(db, (tx) => explainAccess(tx, userId, permission))
    },

    impact: async ({ body: change }, { caller }) => {
      requirePermission(caller, `${change.kind}:update`)
      return inOneState(db, async (tx) => (await impactOfChange(tx, change)).impact)
    },
  }
}

function inOneState<T>(db: Database, read: (tx: Reader) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

const MOST_NAMED = 5

/** Explains why a user has a permission or not, and lists users who can grant it. Throws `not_found`. */
async function explainAccess(db: Reader, userId: string, permission: Permission) {
  const [user] = await findHolders(db, { kind: 'user', id: userId })
  if (!user) throw new HttpError('not_found', { detail: 'This user does not exist, or was deleted.' })
  const grants = grantsFrom(await readTables(db, [user]), user)
  const { allowed, module, origins } = explain(grants, permission)
  const is_active = user.status !== 'DISABLED'
  const roles = allowed ? [] : await rolesWith(db, permission)
  const givers = allowed ? [] : await giversOf(db, permission, roles)
  return {
    user: personOf(user),
    permission,
    label: PERMISSION_LABELS[permission],
    allowed: allowed && is_active,
    is_active,
    module,
    role: personOf(inForce(grants).role),
    origins: [...origins],
    roles_with_it: roles.slice(0, MOST_NAMED).map(personOf),
    // Users cannot grant access to themselves.
    can_be_given_by: givers.filter(({ id }) => id !== user.id).slice(0, MOST_NAMED),
  }
}

function permissionOf(name: string): Permission | undefined {
  return PERMISSIONS.find((each) => each === name)
}

const personOf = ({ id, name }: { id: string; name: string }) => ({ id, name })

/** Roles with the permission, the least powerful first. */
async function rolesWith(db: Reader, permission: Permission): Promise<GrantingRole[]> {
  const roles = (await findAllRoles(db)).flatMap((role) => {
    const access = accessOf({ role, extra_policies: [] })
    return may(access, permission) ? [{ role, size: permissionsOf(access).length }] : []
  })
  const sorted = roles.sort((a, b) => a.size - b.size || (a.role.name < b.role.name ? -1 : 1))
  return sorted.map(({ role }) => role)
}

const GIVES = 'user:update' satisfies Permission

/**
 * Active users, by name, who may update users, and hold the permission or can grant a role with it. Only
 * permanent access counts, because temporary access is never passed on.
 */
async function giversOf(db: Reader, permission: Permission, roles: readonly GrantingRole[]) {
  const offers = roles.map(({ modules, policies }) => ({
    modules,
    statements: policies.flatMap(({ statements }) => statements),
  }))
  const canGive = remember(
    (held: Access) => may(held, permission) || offers.some((role) => grantableRole(held, role)),
  )
  return (await permanentHolders(db, GIVES)).flatMap(({ id, name, held }) =>
    canGive(held) ? [{ id, name }] : [],
  )
}
