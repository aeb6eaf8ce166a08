import { createHash } from 'node:crypto'
import type { AccessChangeRequest, Impact } from '@backoffice/contract/explain'
import { type Grants, inForce, permanentOf } from '@backoffice/contract/grants'
import type { Reader, Tx } from '../../db/client.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { findHolders, type GrantTables, grantsFrom, type Holder, readTables } from './grants.store.ts'
import {
  type AccessDifference,
  type AffectedUser,
  type ImpactOf,
  impactOf,
  type Transition,
} from './impact-of.ts'

type ImpactOfChange = {
  readonly impact: Impact
  /** Gained by any user, now or when temporary access ends. */
  readonly gained: readonly string[]
  /** Differences by user id, for users who gain or lose anything, now or later. */
  readonly differences: ImpactOf['changes']
  /**
   * Current grants of the users who would gain or lose anything, now or later. Users with equal grants share the
   * object.
   */
  readonly changed: ReadonlyMap<string, Grants>
  /** Current grants of the holders, without duplicates. */
  readonly holders: ReadonlySet<Grants>
  readonly holderIds: ReadonlySet<string>
}

/** Another role for several users, whose extra policies stay. */
type RolesChange = { readonly kind: 'users'; readonly ids: readonly string[]; readonly role_id: string }
type AccessChange = AccessChangeRequest | RolesChange

/** The part of a user's grants that a transition compares. */
type View = (grants: Grants) => Grants

/**
 * Effects of a change on users. A change of a role or policy is measured by the access in force. A change of users' own
 * role or policies is measured by the permanent access, because a temporary role would hide it. The checks of a change
 * consider both, so that temporary access hides no effect from them. Throws `not_found`, or 422 for roles and policies
 * that do not exist. Run under `lockAccess` or in a repeatable read transaction, so that all reads see the same state.
 */
export async function impactOfChange(db: Reader, change: AccessChange): Promise<ImpactOfChange> {
  const holders = await findHolders(db, change.kind === 'users' ? { users: change.ids } : change)
  const tables = await readTables(db, holders, idsOf(change))
  requireExisting(change, holders, tables)
  const isOwn = change.kind === 'user' || change.kind === 'users'
  const [shown, other] = isOwn ? [permanentOf, inForce] : [inForce, permanentOf]
  const affected = affectedUsers(change, holders, tables, shown)
  const { impact: visible, differences: changes } = impactOfUsers(canonical(change), affected)
  const temporary = holders.filter((holder) => holder.temporary.length > 0)
  const hidden = impactOf(affectedUsers(change, temporary, tables, other))
  const differences = union(changes, hidden.changes)
  // Also identifies effects that temporary access hides for now, apart from the others. Once that access ends, or other
  // begins, the impact is another one.
  const impact_version = versionOf(canonical(change), changes, hidden.changes)
  const changed = affected.filter(({ id }) => differences.has(id))
  return {
    impact: { ...visible, impact_version },
    differences,
    gained: [...new Set([...visible.gains, ...hidden.gains].map(({ name }) => name))],
    changed: new Map(changed.map(({ id, grants }) => [id, grants])),
    holderIds: new Set(holders.map(({ id }) => id)),
    holders: new Set(affected.map(({ grants }) => grants)),
  }
}

function union(one: ImpactOf['changes'], other: ImpactOf['changes']): ImpactOf['changes'] {
  const both = (a: readonly string[] = [], b: readonly string[] = []) => [...new Set([...a, ...b])]
  const differences = [...new Set([...one.keys(), ...other.keys()])].map((id) => {
    const [now, later] = [one.get(id), other.get(id)]
    return [id, { gained: both(now?.gained, later?.gained), lost: both(now?.lost, later?.lost) }] as const
  })
  return new Map(differences)
}

/** Impact on users whose grants change as stated. `request` identifies the change. */
export function impactOfUsers(request: unknown, users: readonly AffectedUser[]) {
  const { changes: differences, ...effects } = impactOf(users)
  const impact: Impact = {
    impact_version: versionOf(request, differences),
    user_count: users.length,
    ...effects,
  }
  return { impact, differences }
}

/** Throws `impact_required` without a version, or `impact_changed` with the current impact. */
export function requireConfirmed({ impact }: ImpactOfChange, impactVersion: string | undefined): void {
  if (impactVersion === undefined) throw new HttpError('impact_required')
  if (impactVersion !== impact.impact_version) throw new HttpError('impact_changed', { current: impact })
}

/** Run under `lockAccess` before the write. The change must have the impact that the caller confirmed. */
export async function requireImpact(
  tx: Tx,
  change: AccessChangeRequest,
  impactVersion: string | undefined,
): Promise<ImpactOfChange> {
  const found = await impactOfChange(tx, change)
  requireConfirmed(found, impactVersion)
  return found
}

function idsOf(change: AccessChange) {
  if (change.kind === 'role') return { roleIds: [change.id], policyIds: change.policy_ids }
  if (change.kind === 'policy') return { policyIds: [change.id] }
  return { roleIds: [change.role_id], policyIds: change.kind === 'user' ? change.extra_policies : [] }
}

function requireExisting(
  change: AccessChange,
  holders: readonly Holder[],
  { roles, policies }: GrantTables,
): void {
  const { kind } = change
  const isFound =
    change.kind === 'users' ||
    { role: roles.has(change.id), policy: policies.has(change.id), user: holders.length > 0 }[change.kind]
  if (!isFound) throw new HttpError('not_found', { detail: `This ${kind} does not exist, or was deleted.` })
  if ('role_id' in change && !roles.has(change.role_id))
    throw invalidField('role_id', 'not_found', 'This role does not exist, or was deleted.')
  if (change.kind === 'role') requirePolicies('policy_ids', change.policy_ids, policies)
  if (change.kind === 'user') requirePolicies('extra_policies', change.extra_policies, policies)
}

/** Throws 422 at the field for policies that do not exist. */
export function requirePolicies(
  field: string,
  ids: readonly string[],
  found: { has(id: string): boolean },
): void {
  const missing = ids.filter((id) => !found.has(id)).length
  if (missing === 0) return
  const words =
    missing === 1
      ? 'One of these policies does not exist or was'
      : `${missing} of these policies do not exist or were`
  throw invalidField(field, 'not_found', `${words} deleted. Choose again.`)
}

function affectedUsers(
  change: AccessChange,
  holders: readonly Holder[],
  tables: GrantTables,
  view: View,
): (AffectedUser & Outcome)[] {
  const changed = changedTables(change, tables)
  const outcomes = new Map<string, Outcome>()
  return holders.map((holder) => {
    const { id, name, role_id, extra_ids, temporary } = holder
    const key = temporary.length > 0 ? id : [role_id, ...extra_ids].join()
    const held = {
      ...('role_id' in change && { role_id: change.role_id }),
      ...(change.kind === 'user' && { extra_ids: change.extra_policies }),
    }
    const outcome =
      outcomes.get(key) ??
      outcomeOf(grantsFrom(tables, holder), grantsFrom(changed, { ...holder, ...held }), view)
    outcomes.set(key, outcome)
    return { id, name, ...outcome }
  })
}

type Outcome = { readonly grants: Grants; readonly transition: Transition }

function outcomeOf(before: Grants, after: Grants, view: View): Outcome {
  return { grants: before, transition: { before: view(before), after: view(after) } }
}

function changedTables(change: AccessChange, { roles, policies }: GrantTables): GrantTables {
  if (change.kind === 'role') {
    const { modules, policy_ids } = change
    const role = roles.get(change.id)
    return { policies, roles: role ? new Map(roles).set(role.id, { ...role, modules, policy_ids }) : roles }
  }
  if (change.kind === 'policy') {
    const { statements } = change
    const policy = policies.get(change.id)
    return {
      roles,
      policies: policy ? new Map(policies).set(policy.id, { ...policy, statements }) : policies,
    }
  }
  return { roles, policies }
}

/** Hash of the requested change and its effects on each user. */
function versionOf(request: unknown, ...views: readonly ImpactOf['changes'][]): string {
  const effectOf = ({ gained, lost }: AccessDifference) => `+${gained.join()} -${lost.join()}`
  const effects = views.map((changes) =>
    [...changes].map(([id, difference]) => `${id} ${effectOf(difference)}`).sort(),
  )
  return createHash('sha256')
    .update(JSON.stringify([request, ...effects]))
    .digest('hex')
}

/** A form of the change that is the same for equal changes. */
function canonical(change: AccessChange) {
  const set = (values: readonly string[]) => [...new Set(values)].sort()
  if (change.kind === 'users') return [change.kind, set(change.ids), change.role_id]
  const { kind, id } = change
  if (change.kind === 'role') return [kind, id, set(change.modules), set(change.policy_ids)]
  if (change.kind === 'policy') return [kind, id, set(change.statements)]
  return [kind, id, change.role_id, set(change.extra_policies)]
}
