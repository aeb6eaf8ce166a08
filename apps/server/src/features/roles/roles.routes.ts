import { MODULES } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import type { GrantingPolicy } from '@backoffice/contract/grants'
import { DEFAULT_REPLACEMENT, NO_BREAK_GLASS } from '@backoffice/contract/roles'
import type { Database, Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Clock } from '../../kernel/clock.ts'
import { invalidField } from '../../kernel/errors.ts'
import { listRows } from '../../kernel/list-rows.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { grantableRole } from '../access/granting.ts'
import { findAllRoles } from '../access/grants.store.ts'
import { requirePolicies } from '../access/impact.ts'
import { type AccessRecord, accessRecordHandlers } from '../access/records/access-records.ts'
import { namesOfTemporaryHolders } from '../access/temporary-access.store.ts'
import { findPolicies } from '../policies/policies.store.ts'
import {
  deleteRole,
  findRole,
  findStarterRole,
  insertRole,
  namesOfHolders,
  type RoleContent,
  rolesSource,
  type StoredRole,
  type StoredRoleDetail,
  updateRole,
} from './roles.store.ts'

type Deps = { db: Database; clock: Clock; sendJob: SendJob }
type RoleInput = { [K in 'name' | 'description']?: string | undefined } & {
  [K in 'modules' | 'policy_ids' | 'break_glass_for']?: string[] | undefined
} & { requires_second_factor?: boolean | undefined }

export const rolesHandlers = (deps: Deps): Handlers<(typeof api)['roles']> =>
  accessRecordHandlers(roleRecord, deps)

const roleRecord: AccessRecord<StoredRole, StoredRoleDetail, RoleInput, RoleContent> = {
  noun: 'role',
  category: 'ROLES',
  table: 'roles',
  empty: {
    name: '',
    description: '',
    modules: [],
    policies: [],
    requires_second_factor: false,
    break_glass_for: [],
  },
  list: (db, query) => listRows(db, rolesSource(db), query),
  find: findRole,
  insert: insertRole,
  update: updateRole,
  remove: deleteRole,
  usesOf: async (tx, { id, user_count }) => {
    const temporary = await namesOfTemporaryHolders(tx, { roleId: id })
    const names = [...(await namesOfHolders(tx, id, 3)), ...temporary].slice(0, 3)
    return [{ label: 'Users', count: user_count + temporary.length, names }]
  },
  storedContent: ({ policies, requires_second_factor, break_glass_for, ...row }) => ({
    ...normalized(row),
    policies,
    requires_second_factor,
    break_glass_for,
  }),
  changed: async (tx, before, input) => {
    const { name = before.name, description = before.description, modules = before.modules } = input
    const { policy_ids, break_glass_for, requires_second_factor = before.requires_second_factor } = input
    return {
      ...normalized({ name, description, modules }),
      policies: policy_ids ? await policiesOf(tx, policy_ids) : before.policies,
      requires_second_factor,
      break_glass_for: break_glass_for ? await rolesOf(tx, break_glass_for) : before.break_glass_for,
    }
  },
  grants: ({ modules, policies }) => ({
    modules,
    statements: [...new Set(policies.flatMap(({ statements }) => statements))],
  }),
  isGrantable: grantableRole,
  isOffered: (before, after) =>
    after.break_glass_for.some(({ id }) => !before.break_glass_for.some((role) => role.id === id)),
  impactRequest: (id, { modules, policies }) => ({
    kind: 'role',
    id,
    modules: [...modules],
    policy_ids: policies.map((policy) => policy.id),
  }),
  audited: ({ name, description, modules, policies, requires_second_factor, break_glass_for }) => ({
    name,
    description,
    modules,
    policies: policies.map((policy) => policy.name),
    // Roles without the requirement keep the events that they had before it existed.
    ...(requires_second_factor && { requires_second_factor }),
    ...(break_glass_for.length > 0 && { break_glass_for: break_glass_for.map((role) => role.name) }),
  }),
}

/** Normalized values have each module once, in the order of the access table. */
function normalized({
  name,
  description,
  modules,
}: {
  name: string
  description: string
  modules: readonly string[]
}) {
  return {
    name: name.trim(),
    description: description.trim(),
    modules: MODULES.filter((module) => modules.includes(module)),
  }
}

async function policiesOf(tx: Tx, policyIds: readonly string[]): Promise<GrantingPolicy[]> {
  const ids = [...new Set(policyIds)]
  const policies = await findPolicies(tx, ids)
  requirePolicies('policy_ids', ids, new Set(policies.map(({ id }) => id)))
  return policies
}

/**
 * Roles that may take a role in an emergency, sorted by name. Throws 422 for others and for roles that do not exist.
 */
async function rolesOf(tx: Tx, roleIds: readonly string[]) {
  const ids = new Set(roleIds)
  const smallest = await findStarterRole(tx, DEFAULT_REPLACEMENT)
  if (smallest && ids.has(smallest.id))
    throw invalidField(
      'break_glass_for',
      'not_allowed',
      `${smallest.name} can’t take a role in an emergency. ${NO_BREAK_GLASS}.`,
    )
  const roles = (await findAllRoles(tx)).filter(({ id }) => ids.has(id))
  if (roles.length < ids.size)
    throw invalidField(
      'break_glass_for',
      'not_found',
      'One of these roles does not exist or was deleted. Choose again.',
    )
  return roles.map(({ id, name }) => ({ id, name })).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
