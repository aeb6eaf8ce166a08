import type { RequestedAccess as RequestedAccessReply } from '@backoffice/contract/approvals'
import {
  accessChange,
  accessOf,
  type Grants,
  inForce,
  modulesNeeded,
  type Risk,
  riskOf,
} from '@backoffice/contract/grants'
import { manilaDay } from '../../../kernel/clock.ts'
import type { GrantSet } from '../access-lock.ts'

export const HOUR_MS = 3_600_000

/** A role, or a policy with the modules that its actions need, that a user requests temporarily. */
export type RequestedAccess = {
  type: 'role' | 'policy'
  id: string
  name: string
  risk: Risk
  /** Modules that come with it. */
  modules: readonly string[]
  policies: Grants['extra_policies']
}

export function policyRequest(policy: Grants['extra_policies'][number] & { risk: Risk }): RequestedAccess {
  const { id, name, risk, statements } = policy
  return { type: 'policy', id, name, risk, modules: modulesNeeded(statements), policies: [policy] }
}

export function roleRequest(role: Grants['role'], risk: Risk): RequestedAccess {
  const { id, name, modules, policies } = role
  return { type: 'role', id, name, risk, modules, policies }
}

export function grantSetOf({ modules, policies }: RequestedAccess): GrantSet {
  return { modules, statements: policies.flatMap(({ statements }) => statements) }
}

/** The end does not matter to comparisons of grants. */
const FAR = '9999-12-31T00:00:00.000Z'

/** Grants without the requested access, which the user may hold temporarily, and with it. */
export function withRequested(grants: Grants, requested: RequestedAccess): { before: Grants; after: Grants } {
  const { type, id, name, modules, policies } = requested
  const isSame = (held: NonNullable<Grants['temporary']>[number]) =>
    type === 'role' ? held.role !== null : held.policy?.id === id
  const others = (grants.temporary ?? []).filter((held) => !isSame(held))
  const [policy = null] = type === 'policy' ? policies : []
  const role = type === 'role' ? { id, name, modules, policies } : null
  const added = { role, policy, modules: role ? [] : modules, until: FAR }
  return {
    before: { ...grants, temporary: others },
    after: { ...grants, temporary: [...others, added] },
  }
}

/** Changes of the role in force, or of the policy, for the trail. */
export function changesOfGrant(grants: Grants, { type, id, name }: RequestedAccess) {
  const { role, extra_policies } = inForce(grants)
  if (type === 'role') return { role: [role.name, name] as const }
  const held = extra_policies.some((policy) => policy.id === id) ? [name] : []
  return { extra_policies: [held, [name]] as const }
}

/** The grants without temporary access that ends before this time. */
export function lastingUntil(grants: Grants, end: Date): Grants {
  const lasting = ({ until }: { until: string }) => new Date(until) >= end
  return { ...grants, temporary: (grants.temporary ?? []).filter(lasting) }
}

export function transitionOf(grants: Grants, requested: RequestedAccess) {
  const { before, after } = withRequested(grants, requested)
  return { before: inForce(before), after: inForce(after) }
}

/** Risk of access, with the user's own policies that a module of it activates. */
export function riskWith({ risk }: Pick<RequestedAccess, 'risk'>, gained: readonly string[]): Risk {
  return risk === 'HIGH' ? risk : riskOf(gained)
}

/** Modules and permissions that the user would gain. */
export function gainedBy(grants: Grants, requested: RequestedAccess): readonly string[] {
  const { before, after } = withRequested(grants, requested)
  return accessChange(accessOf(before), accessOf(after)).gained
}

/** Either an end, or a number of hours from the approval. */
export type AccessTime = { until: Date } | { hours: number }

/** Access for the deciders. Break-glass access has both an end and hours. */
export function requestedAccessOf(
  { type, id, name }: RequestedAccess,
  time: { until?: Date; hours?: number },
): RequestedAccessReply {
  return { type, id, name, until: time.until?.toISOString() ?? null, hours: time.hours ?? null }
}

/** `for 2 days`; `until 1 Dec`, with the year unless it is this one. */
export function phraseTime(time: AccessTime, now: Date): string {
  if ('hours' in time) return `for ${formatDuration(time.hours)}`
  const isThisYear = manilaDay(time.until).slice(0, 4) === manilaDay(now).slice(0, 4)
  return `until ${(isThisYear ? DAY : DAY_OF_YEAR).format(time.until)}`
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Asia/Manila' })
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Manila' })

/** `1 hour`, `36 hours`, `2 days`. */
export function formatDuration(hours: number): string {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${count} ${count === 1 ? unit : `${unit}s`}`
}
