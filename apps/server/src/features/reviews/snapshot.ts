import type { Permission } from '@backoffice/contract/access'
import { conflictsOf } from '@backoffice/contract/exceeding'
import { accessOf, coveredBy, HIGH_RISK, permanentOf, permissionsOf } from '@backoffice/contract/grants'
import type { ReviewScope } from '@backoffice/contract/reviews'
import type { Reader } from '../../db/client.ts'
import { findHolders, type GrantTables, grantsFrom, type Holder, readTables } from '../access/grants.store.ts'

export type SnapshotScope = { scope: ReviewScope; roleId: string | null }

/** An assignment of a user, with what it brings. */
export type SnapshotItem = {
  user_id: string
  kind: 'role' | 'policy'
  grant_id: string
  grant_name: string
  temporary_id: string | null
  /** High-risk permissions in effect. */
  permissions: readonly Permission[]
  /** Permissions whose use counts as use of the assignment. They are the high-risk ones, or all if there are none. */
  counted: readonly Permission[]
  others_total: number
  others_have: number
  conflicts: readonly (readonly [Permission, Permission])[]
}

type Assignment = Pick<SnapshotItem, 'kind' | 'grant_id' | 'grant_name' | 'temporary_id'>
type Effects = Pick<SnapshotItem, 'permissions' | 'counted'>

/** Assignments in the scope as of now. Run under `lockAccess`, so that no change of access is missed. */
export async function takeSnapshot(db: Reader, { scope, roleId }: SnapshotScope): Promise<SnapshotItem[]> {
  const holders = await findHolders(db, 'all')
  const tables = await readTables(db, holders)
  const others = countOthers(holders)
  const isOfRole = ({ role_id, temporary }: Holder) =>
    role_id === roleId || temporary.some((each) => each.role_id === roleId)
  const inScope = scope === 'ROLE' ? holders.filter(isOfRole) : holders
  const known = new Map<string, Outcome>()
  return inScope.flatMap((holder) => {
    const { id, role_id, extra_ids, temporary } = holder
    // Users with equal grants share the outcome.
    const key = temporary.length > 0 ? id : [role_id, ...extra_ids].join()
    const outcome = known.get(key) ?? outcomeOf(tables, holder)
    known.set(key, outcome)
    const { conflicts, all } = outcome
    const wanted = all.filter(({ kind, grant_id, permissions }) => {
      if (scope === 'HIGH_RISK') return permissions.length > 0
      return scope === 'ALL' || kind === 'policy' || grant_id === roleId
    })
    return wanted.map((each) => ({ user_id: holder.id, conflicts, ...others(holder, each), ...each }))
  })
}

/** Assignments of a user, and conflicting permissions. */
type Outcome = { all: readonly (Assignment & Effects)[]; conflicts: SnapshotItem['conflicts'] }

function outcomeOf(tables: GrantTables, holder: Holder): Outcome {
  const grants = grantsFrom(tables, holder)
  const access = accessOf(grants)
  // A temporary role hides the permanent one only for a time.
  const inEffect = new Set([...permissionsOf(access), ...permissionsOf(accessOf(permanentOf(grants)))])
  const assignmentOf = (
    grant: { id: string; name: string; statements: readonly string[] },
    kind: SnapshotItem['kind'],
    temporary_id: string | null,
  ) => {
    const brought = coveredBy(grant.statements).filter((permission) => inEffect.has(permission))
    const permissions = brought.filter((permission) => HIGH_RISK.has(permission))
    const counted = permissions.length > 0 ? permissions : brought
    return { kind, grant_id: grant.id, grant_name: grant.name, temporary_id, permissions, counted }
  }
  const ofRole = (role: typeof grants.role, temporaryId: string | null) =>
    assignmentOf(
      { ...role, statements: role.policies.flatMap(({ statements }) => statements) },
      'role',
      temporaryId,
    )
  const { role, extra_policies, temporary = [] } = grants
  return {
    conflicts: conflictsOf(access),
    all: [
      ofRole(role, null),
      ...extra_policies.map((policy) => assignmentOf(policy, 'policy', null)),
      ...temporary.flatMap(({ id, ...each }) => [
        ...(each.role ? [ofRole(each.role, id)] : []),
        ...(each.policy ? [assignmentOf(each.policy, 'policy', id)] : []),
      ]),
    ],
  }
}

/**
 * Counts the other active users. For a role all, and those of them with the role. For a policy those with the user's
 * role, and those of them with the policy.
 */
function countOthers(holders: readonly Holder[]) {
  const active = holders.filter(({ status }) => status === 'ACTIVE')
  const counts = new Map<string, number>()
  const heldBy = ({ role_id, extra_ids, temporary }: Holder) => {
    const roles = [role_id, ...temporary.flatMap((each) => each.role_id ?? [])]
    const policies = [...extra_ids, ...temporary.flatMap((each) => each.policy_id ?? [])]
    return new Set([...roles, `of ${role_id}`, ...policies.map((id) => `${role_id} ${id}`)])
  }
  for (const holder of active) for (const key of heldBy(holder)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return (holder: Holder, { kind, grant_id }: Assignment) => {
    const isActive = Number(holder.status === 'ACTIVE')
    const other = (key: string) => (counts.get(key) ?? 0) - isActive
    if (kind === 'role') return { others_total: active.length - isActive, others_have: other(grant_id) }
    return {
      others_total: other(`of ${holder.role_id}`),
      others_have: other(`${holder.role_id} ${grant_id}`),
    }
  }
}
