import { type Access, hasModule, MODULES, may, type Permission } from '@backoffice/contract/access'
import type { Impact } from '@backoffice/contract/explain'
import { type Grants, HIGH_RISK, isAboutAccess } from '@backoffice/contract/grants'
import type { Proposal } from '../../kernel/approvals.ts'
import { type GrantSet, missingOf, refuseMissing, requireHeld } from './access-lock.ts'
import { type MoreOffered, NO_OFFERS } from './break-glass-offers.store.ts'
import type { AccessDifference } from './impact-of.ts'

/**
 * True if the holder of this access may grant the role. They must hold all of it, or hold `role:grant` if the role has
 * no permissions about access.
 */
export function grantableRole(held: Access, role: GrantSet): boolean {
  return isCoveredByGrant(held, role.statements) || missingOf(held, role).length === 0
}

/** Throws `not_held`. */
export function requireGrantableRole(held: Access, role: GrantSet): void {
  if (!grantableRole(held, role)) requireHeld(held, role)
}

/** Policies granted in addition to a role. Throws `not_held`; `role:grant` applies to roles only. */
export function requireGrantablePolicies(
  held: Access,
  policies: readonly { readonly statements: readonly string[] }[],
): void {
  requireHeld(held, { modules: [], statements: policies.flatMap(({ statements }) => statements) })
}

/**
 * Throws `not_held` unless the caller holds the effective gain of a change: a new module can activate statements that
 * the user already had. `role:grant` covers `newRole`, the access of a newly granted role.
 */
export function requireGained(held: Access, gained: readonly string[], newRole?: Access): void {
  refuseMissing(missingGained(held, gained, newRole))
}

function missingGained(held: Access, gained: readonly string[], newRole?: Access): string[] {
  const covered = newRole && isCoveredByGrant(held, newRole.policies) ? newRole : undefined
  return gained.filter((name) => !has(held, name) && !(covered && has(covered, name)))
}

/**
 * Names that the holder of this access lacks to grant a role, or a policy with its modules, temporarily. For this
 * `role:grant` covers policies too.
 */
export function missingToGrantTemporarily(held: Access, set: GrantSet, gained: readonly string[]): string[] {
  const missing = grantableRole(held, set) ? [] : missingOf(held, set)
  const access = { modules: set.modules, policies: set.statements }
  return [...new Set([...missing, ...missingGained(held, gained, access)])]
}

function isCoveredByGrant(held: Access, statements: readonly string[]): boolean {
  return may(held, 'role:grant') && !isAboutAccess(statements)
}

function has(access: Access, name: string): boolean {
  const module = MODULES.find((each) => each === name)
  // A gain that is not a module is a permission of the access table.
  return module ? hasModule(access, module) : may(access, name as Permission)
}

const HIGH_RISK_NAMES: ReadonlySet<string> = HIGH_RISK

type AccessImpact = { impact: Impact; differences: ReadonlyMap<string, AccessDifference> }

const DECIDING = ['approval:decide', 'approval:manage']

/**
 * Proposal of a change of access. It may need approval if a user gains a high-risk permission, or may take one. `idOf`
 * gives the id of a user of the impact.
 */
export function grantProposal(
  what: string,
  records: readonly string[],
  { impact, differences }: AccessImpact,
  { basis, userIds, offers }: MoreOffered = NO_OFFERS,
  idOf: (key: string) => string = (key) => key,
): Proposal {
  const gains = [...differences.values()].map(({ gained }) => gained)
  const gaining = gains.filter((names) => names.some((name) => HIGH_RISK_NAMES.has(name))).length
  const count = gaining + (basis.length > 0 ? 1 : 0)
  const addsDeciders = gains.flat().some((name) => DECIDING.includes(name))
  const users = [...differences.keys()].map((key) => ({ key, id: idOf(key) }))
  return {
    what,
    records,
    ...{ users, offers, affected: new Set([...users.map(({ id }) => id), ...userIds]).size },
    effects: [{ kind: 'HIGH_RISK_GRANT', count, ...(addsDeciders && { addsDeciders }) }],
    impact,
    subjects: [...new Set([...differences.keys(), ...userIds])],
    ...(basis.length > 0 && { basis }),
  }
}

/** Proposal of a change that grants nothing. */
export const emptyProposal = (what: string, records: readonly string[]): Proposal => ({
  what,
  records,
  effects: [],
})

/** Grants of a user who may do nothing. */
export const NO_GRANTS: Grants = {
  role: { id: '00000000-0000-0000-0000-000000000000', name: '', modules: [], policies: [] },
  extra_policies: [],
}
