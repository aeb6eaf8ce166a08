import { type Access, MODULES } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { accessChange, accessOf, type Grants } from '@backoffice/contract/grants'
import type { Clock } from '../../adapters/clock.ts'
import type { Database, Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Caller } from '../../kernel/caller.ts'
import { changesOf } from '../../kernel/changes.ts'
import { HttpError } from '../../kernel/errors.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { reasonOfVersion, requireVersion } from '../../kernel/version.ts'
import { lockAccess, missingOf, requireAdministrator, requireHeld } from '../access/access-lock.ts'
import { requireNoneExceeding } from '../access/exceeding.ts'
import { grantableRole, requireGained } from '../access/granting.ts'
import { impactOfChange, requirePolicies, requireSeen } from '../access/impact.ts'
import {
  inUseBy,
  nameTaken,
  requireNotOwn,
  requireNotSystem,
  requireRenamable,
} from '../access/record-guards.ts'
import { startExport } from '../files/start-export.ts'
import { findPolicies } from '../policies/policies.store.ts'
import {
  deleteRole,
  findRole,
  findRoleOfName,
  insertRole,
  lockRole,
  namesOfHolders,
  type RoleValues,
  rolesSource,
  type StoredRole,
  type StoredRoleDetail,
  updateRole,
} from './roles.store.ts'

type Deps = { db: Database; clock: Clock; sendJob: SendJob }

export function rolesHandlers({ db, clock, sendJob }: Deps): Handlers<(typeof api)['roles']> {
  return {
    list: async ({ query }) => {
      const { rows, ...page } = await listRows(db, rolesSource(db), query)
      return { items: rows.map(toRow), ...page }
    },

    export: async ({ body }, { caller }) =>
      startExport({ clock, sendJob }, { category: 'ROLES', name: 'roles', asked: body, caller, owner: null }),

    get: async ({ params }) => toRole((await findRole(db, params.id)) ?? notFound()),

    create:
      async ({ body }, { caller }) =>
      async (tx) => {
        const held = await lockAccess(tx, caller, 'role:create')
        const values = valuesOf({ ...body, description: body.description ?? '' })
        await requireFreeName(tx, values.name, null)
        const after = await contentOf(tx, values)
        requireHeld(held, { modules: after.modules, statements: statementsOf(after) })
        const id = await insertRole(tx, values, caller.id)
        const changes = changesOf({}, auditedOf(values, after), AUDITED)
        return { resource: await reread(tx, id), audit: [{ id, changes }] }
      },

    update:
      async ({ params: { id }, body: { version, impact_version, ...given } }, { caller }) =>
      async (tx) => {
        const held = await lockAccess(tx, caller, 'role:update')
        const role = await lockSeen(tx, id, version)
        requireNotSystem(role)
        const before = storedValues(role)
        const { name = role.name, description = role.description } = given
        const { modules = before.modules, policy_ids = before.policy_ids } = given
        const values = valuesOf({ name, description, modules, policy_ids })
        const [old, now] = [contentOfRow(role), await contentOf(tx, values)]
        const changes = changesOf(auditedOf(before, old), auditedOf(values, now), AUDITED)
        if (Object.keys(changes).length === 0) return { resource: toRole(role), unchanged: true }
        await requireFreeName(tx, values.name, id)
        const isAccess = Boolean(changes.modules || changes.policies)
        const isRenamed = Boolean(changes.name || changes.description)
        await requireAllowed({ tx, caller, held, id, old, now, isAccess, isRenamed, impact_version })
        await updateRole(tx, id, values, caller.id)
        await requireAdministrator(tx)
        return { resource: await reread(tx, id), audit: [{ changes }] }
      },

    remove:
      async ({ params: { id }, version }, { caller }) =>
      async (tx) => {
        await lockAccess(tx, caller, 'role:delete')
        const role = await lockSeen(tx, id, version)
        requireNotSystem(role)
        if (role.user_count > 0) throw inUseBy('role', [await usersOf(tx, role)])
        await deleteRole(tx, id)
        const changes = changesOf(auditedOf(storedValues(role), contentOfRow(role)), {}, AUDITED)
        return { resource: { id }, audit: [{ changes, ...reasonOfVersion(version) }] }
      },
  }
}

type Content = Grants['role']
type Change = {
  tx: Tx
  caller: Caller
  held: Access
  id: string
  old: Content
  now: Content
  isAccess: boolean
  isRenamed: boolean
  impact_version: string | undefined
}

/**
 * The caller must hold everything granted, must not be affected, and must have seen this impact. No affected user
 * exceeds the caller; a new name affects all holders.
 */
async function requireAllowed(change: Change): Promise<void> {
  const { tx, caller, held, id, old, now, isAccess, isRenamed, impact_version } = change
  const { modules } = now
  const policy_ids = now.policies.map((policy) => policy.id)
  const before = accessOf({ role: old, extra_policies: [] })
  const after = accessOf({ role: now, extra_policies: [] })
  const added = missingOf(before, { modules, statements: statementsOf(now) })
  requireHeld(held, {
    modules: modules.filter((name) => added.includes(name)),
    statements: statementsOf(now).filter((statement) => added.includes(statement)),
  })
  // The names of the access table alone are stored.
  const request = { kind: 'role', id, modules: modules as (typeof MODULES)[number][], policy_ids } as const
  const found = await impactOfChange(tx, request)
  if (isRenamed) {
    requireRenamable('role', grantableRole(held, { modules: old.modules, statements: statementsOf(old) }))
    requireNoneExceeding(held, found.holders)
  }
  if (!isAccess) return
  requireNotOwn(found, caller)
  requireNoneExceeding(held, found.changed.values())
  requireGained(held, [...new Set([...accessChange(before, after).gained, ...found.gained])])
  requireSeen(found, impact_version)
}

const statementsOf = ({ policies }: Content) => [...new Set(policies.flatMap((each) => each.statements))]

/** Without repeats; modules in the order of the access table. */
function valuesOf({ name, description, modules, policy_ids }: RoleValues): RoleValues {
  return {
    name: name.trim(),
    description: description.trim(),
    modules: MODULES.filter((module) => modules.includes(module)),
    policy_ids: [...new Set(policy_ids.map((id) => id.toLowerCase()))],
  }
}

const storedValues = (role: StoredRoleDetail): RoleValues =>
  valuesOf({ ...role, policy_ids: role.policies.map((policy) => policy.id) })

/** Throws 422 for policies that do not exist. */
async function contentOf(tx: Tx, { name, modules, policy_ids }: RoleValues): Promise<Content> {
  const policies = await findPolicies(tx, policy_ids)
  requirePolicies('policy_ids', policy_ids, new Set(policies.map(({ id }) => id)))
  return { id: '', name, modules, policies }
}

const contentOfRow = ({ id, name, modules, policies }: StoredRoleDetail): Content => ({
  id,
  name,
  modules: MODULES.filter((module) => modules.includes(module)),
  policies,
})

const AUDITED = ['name', 'description', 'modules', 'policies'] as const

/** Policies by their names. */
function auditedOf({ name, description }: RoleValues, { modules, policies }: Content) {
  return { name, description, modules, policies: policies.map((policy) => policy.name) }
}

/** Without a version: as it is now. */
async function lockSeen(tx: Tx, id: string, version: number | undefined): Promise<StoredRoleDetail> {
  const role = (await lockRole(tx, id)) ?? notFound()
  const detail = `${role.updated_by_name ?? 'The system'} saved this role in the meantime.`
  if (version !== undefined) requireVersion(role.version, version, toRole(role), detail)
  return role
}

async function requireFreeName(tx: Tx, name: string, notId: string | null): Promise<void> {
  const other = await findRoleOfName(tx, name, notId)
  if (other) throw nameTaken('role', other)
}

async function usersOf(tx: Tx, { id, user_count: count }: StoredRoleDetail) {
  return { label: 'Users' as const, count, names: await namesOfHolders(tx, id, 3) }
}

async function reread(tx: Tx, id: string) {
  return toRole((await findRole(tx, id)) ?? notFound())
}

function toRow(row: StoredRole) {
  const { updated_by: id, updated_by_name: name } = row
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    updated_by: id !== null && name !== null ? { id, name } : null,
  }
}

function toRole({ policies, ...row }: StoredRoleDetail) {
  return { ...toRow(row), policies }
}

function notFound(): never {
  throw new HttpError('not_found', { detail: 'This role does not exist, or was deleted.' })
}
