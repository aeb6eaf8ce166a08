import { createHash } from 'node:crypto'
import type { AccessChangeRequest, Impact } from '@backoffice/contract/endpoints/explain'
import type { Grants } from '@backoffice/contract/grants'
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
  readonly gained: readonly string[]
  /** Differences by user id, for users who gain or lose anything. */
  readonly differences: ImpactOf['changes']
  /** Current grants of the users who would gain or lose anything. Users with equal grants share the object. */
  readonly changed: ReadonlyMap<string, Grants>
  /** Current grants of the holders, without duplicates. */
  readonly holders: ReadonlySet<Grants>
}

/**
 * Effects of a change on users. Throws `not_found`, or 422 for roles and policies that do not exist. Run under
 * `lockAccess` or in a repeatable read transaction, so that all reads see the same state.
 */
export async function impactOfChange(db: Reader, change: AccessChangeRequest): Promise<ImpactOfChange> {
  const holders = await findHolders(db, change)
  const tables = await readTables(db, holders, idsOf(change))
  requireExisting(change, holders, tables)
  const affected = affectedUsers(change, holders, tables)
  const { impact, differences } = impactOfUsers(canonical(change), affected)
  const changed = affected.filter(({ id }) => differences.has(id))
  return {
    impact,
    differences,
    gained: impact.gains.map(({ name }) => name),
    changed: new Map(changed.map(({ id, transition }) => [id, transition.before])),
    holders: new Set(affected.map(({ transition }) => transition.before)),
  }
}

/** Effects on users whose grants change as stated. `request`: identifies the change. */
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

/** Run under `lockAccess` before the write: the change must have the impact that the caller confirmed. */
export async function requireImpact(
  tx: Tx,
  change: AccessChangeRequest,
  impactVersion: string | undefined,
): Promise<ImpactOfChange> {
  const found = await impactOfChange(tx, change)
  requireConfirmed(found, impactVersion)
  return found
}

function idsOf(change: AccessChangeRequest) {
  if (change.kind === 'role') return { roleIds: [change.id], policyIds: change.policy_ids }
  if (change.kind === 'policy') return { policyIds: [change.id] }
  return { roleIds: [change.role_id], policyIds: change.extra_policies }
}

function requireExisting(
  change: AccessChangeRequest,
  holders: readonly Holder[],
  { roles, policies }: GrantTables,
): void {
  const { kind, id } = change
  const isFound = { role: roles.has(id), policy: policies.has(id), user: holders.length > 0 }[kind]
  if (!isFound) throw new HttpError('not_found', { detail: `This ${kind} does not exist, or was deleted.` })
  if (change.kind === 'user' && !roles.has(change.role_id))
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
  change: AccessChangeRequest,
  holders: readonly Holder[],
  tables: GrantTables,
): AffectedUser[] {
  const after = changedTables(change, tables)
  const transitions = new Map<string, Transition>()
  return holders.map(({ id, name, role_id, extra_ids }) => {
    const key = [role_id, ...extra_ids].join()
    const { roleId, extraIds } =
      change.kind === 'user'
        ? { roleId: change.role_id, extraIds: change.extra_policies }
        : { roleId: role_id, extraIds: extra_ids }
    const transition = transitions.get(key) ?? {
      before: grantsFrom(tables, role_id, extra_ids),
      after: grantsFrom(after, roleId, extraIds),
    }
    transitions.set(key, transition)
    return { id, name, transition }
  })
}

function changedTables(change: AccessChangeRequest, { roles, policies }: GrantTables): GrantTables {
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

/** Hash of the requested change and its effect on each user. */
function versionOf(request: unknown, changes: ImpactOf['changes']): string {
  const effectOf = ({ gained, lost }: AccessDifference) => `+${gained.join()} -${lost.join()}`
  const effects = [...changes].map(([id, difference]) => `${id} ${effectOf(difference)}`).sort()
  return createHash('sha256')
    .update(JSON.stringify([request, effects]))
    .digest('hex')
}

/** The same for equal changes. */
function canonical(change: AccessChangeRequest) {
  const set = (values: readonly string[]) => [...new Set(values)].sort()
  const { kind, id } = change
  if (change.kind === 'role') return [kind, id, set(change.modules), set(change.policy_ids)]
  if (change.kind === 'policy') return [kind, id, set(change.statements)]
  return [kind, id, change.role_id, set(change.extra_policies)]
}
