import type { Access } from '@backoffice/contract/access'
import type { GrantingPolicy } from '@backoffice/contract/grants'
import type { Identity } from '../../adapters/identity/identity.ts'
import type { Database, Reader } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Clock } from '../../kernel/clock.ts'
import { invalidField } from '../../kernel/errors.ts'
import { requireGrantablePolicies, requireGrantableRole } from '../access/granting.ts'
import { findAllRoles } from '../access/grants.store.ts'
import { requirePolicies } from '../access/impact.ts'
import { findPolicies } from '../policies/policies.store.ts'
import type { Profile, StoredUser } from './users.store.ts'

export type UsersDeps = {
  db: Database
  clock: Clock
  sendJob: SendJob
  identity: Pick<Identity, 'sessions' | 'administration'>
}

export const AUDITED = [
  'email',
  'given_name',
  'family_name',
  'contact',
  'employee_no',
  'department',
  'role',
  'extra_policies',
  'status',
] as const

export const statementsOf = (policies: readonly { statements: readonly string[] }[]) =>
  policies.flatMap(({ statements }) => statements)

export const policyNames = ({ extra_policies }: Pick<StoredUser, 'extra_policies'>) =>
  extra_policies.map(({ name }) => name).sort()

/** Trimmed profile, with empty fields as null. */
export function profileOf(profile: {
  given_name: string
  family_name: string
  contact?: string | null | undefined
  employee_no?: string | null | undefined
  department?: string | null | undefined
}): Profile {
  const optional = (value: string | null | undefined) => value?.trim() || null
  return {
    given_name: profile.given_name.trim(),
    family_name: profile.family_name.trim(),
    contact: optional(profile.contact),
    employee_no: optional(profile.employee_no),
    department: optional(profile.department),
  }
}

/** Role that the caller may grant. Throws 422 for an unknown role, or `not_held`. */
export async function requireRole(db: Reader, held: Access, id: string) {
  const role = (await findAllRoles(db)).find((each) => each.id === id)
  if (!role) throw invalidField('role_id', 'E007', 'This role does not exist. Choose another.')
  requireGrantableRole(held, { modules: role.modules, statements: statementsOf(role.policies) })
  return role
}

/** Extra policies, sorted by name. Throws `not_held` for new ones that the caller may not grant. */
export async function requireExtras(
  db: Reader,
  held: Access,
  ids: readonly string[],
  had: ReadonlySet<string>,
): Promise<GrantingPolicy[]> {
  const policyIds = [...new Set(ids)]
  const policies = await findPolicies(db, policyIds)
  requirePolicies('extra_policies', policyIds, new Set(policies.map(({ id }) => id)))
  requireGrantablePolicies(
    held,
    policies.filter(({ id }) => !had.has(id)),
  )
  return policies.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
