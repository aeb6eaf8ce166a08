import { hasModule, MODULES, moduleOf, PERMISSIONS, type Permission } from '@backoffice/contract/access'
import type { Impact } from '@backoffice/contract/endpoints/roles'
import {
  accessChange,
  accessOf,
  coveredBy,
  type GrantingPolicy,
  type Grants,
  HIGH_RISK,
} from '@backoffice/contract/grants'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'

/** What equal users had and will have. */
export type Transition = { readonly before: Grants; readonly after: Grants }
/** Users with equal grants share the object, so that what happens to them is worked out once. */
export type Concerned = { readonly id: string; readonly name: string; readonly transition: Transition }

type Person = { id: string; name: string }
type Kept = { name: Permission; direction: 'gained' | 'lost'; by: string[] }
type Outcome = { gained: readonly string[]; lost: readonly string[]; kept: readonly Kept[] }
type Effects = Pick<Impact, 'gains' | 'losses' | 'kept'>

export type ImpactOf = Effects & {
  /** Of the users who gain or lose anything, by their id. */
  readonly changes: ReadonlyMap<string, Pick<Outcome, 'gained' | 'lost'>>
}

const MOST_NAMED = 50
const MOST_NAMED_KEPT = 10

/** What a change does to users, who are in the order of their names. */
export function impactOf(users: readonly Concerned[]): ImpactOf {
  const outcomeOf = rememberOutcomes()
  const changes = new Map<string, Outcome>()
  const [gains, losses, kept] = [named<Person>(MOST_NAMED), named<Person>(MOST_NAMED), keptBy()]
  for (const { id, name, transition } of users) {
    const outcome = outcomeOf(transition)
    for (const each of outcome.gained) gains.add(each, { id, name })
    for (const each of outcome.lost) losses.add(each, { id, name })
    for (const each of outcome.kept) kept.add(each, { id, name })
    if (outcome.gained.length + outcome.lost.length > 0) changes.set(id, outcome)
  }
  return { gains: effects(gains.all), losses: effects(losses.all), kept: kept.all(), changes }
}

type Named<P> = { user_count: number; users: P[] }

/** Counts users by name of an effect, and keeps the first ones. */
function named<P>(most: number) {
  const all = new Map<string, Named<P>>()
  const add = (name: string, user: P) => {
    const found = all.get(name) ?? { user_count: 0, users: [] }
    if (found.user_count === 0) all.set(name, found)
    found.user_count++
    if (found.users.length < most) found.users.push(user)
  }
  return { all, add }
}

function keptBy() {
  type Keeper = Person & { by: string[] }
  const directions = { lost: named<Keeper>(MOST_NAMED_KEPT), gained: named<Keeper>(MOST_NAMED_KEPT) }
  return {
    add: ({ name, direction, by }: Kept, user: Person) => directions[direction].add(name, { ...user, by }),
    all: () =>
      (['lost', 'gained'] as const).flatMap((direction) =>
        inOrder(directions[direction].all).map(([name, found]) => ({ name, direction, ...found })),
      ),
  }
}

const ORDER = new Map<string, number>([...MODULES, ...PERMISSIONS].map((name, place) => [name, place]))

function inOrder<V>(byName: ReadonlyMap<string, V>): [string, V][] {
  return [...byName].sort(([a], [b]) => (ORDER.get(a) ?? 0) - (ORDER.get(b) ?? 0))
}

function effects(byName: ReadonlyMap<string, Named<Person>>): Effects['gains'] {
  return inOrder(byName).map(([name, found]) => ({ ...wordsOf(name), ...found }))
}

function wordsOf(name: string) {
  const permission = PERMISSIONS.find((each) => each === name)
  if (!permission) return { type: 'module' as const, name, label: name, risk: 'LOW' as const }
  const risk = HIGH_RISK.has(permission) ? ('HIGH' as const) : ('LOW' as const)
  return { type: 'permission' as const, name, label: PERMISSION_LABELS[permission], risk }
}

function rememberOutcomes() {
  const outcomes = new Map<Transition, Outcome>()
  // Policies are shared by the grants of many users.
  const covers = new Map<readonly string[], ReadonlySet<Permission>>()
  const coverOf = ({ statements }: GrantingPolicy) => {
    const found = covers.get(statements) ?? new Set(coveredBy(statements))
    covers.set(statements, found)
    return found
  }
  return (transition: Transition): Outcome => {
    const { before, after } = transition
    const found = outcomes.get(transition) ?? {
      ...accessChange(accessOf(before), accessOf(after)),
      kept: keptThrough(transition, coverOf),
    }
    outcomes.set(transition, found)
    return found
  }
}

/**
 * Permissions for which the change takes away or adds a policy, while another policy, the same before and after, allows
 * them all along.
 */
function keptThrough(
  { before, after }: Transition,
  coverOf: (policy: GrantingPolicy) => ReadonlySet<Permission>,
): Kept[] {
  const [old, now] = [policiesOf(before), policiesOf(after)]
  const isOpen = (permission: Permission) =>
    [before, after].every(({ role }) =>
      hasModule({ modules: role.modules, policies: [] }, moduleOf(permission)),
    )
  const differing = (from: Policies, to: Policies) =>
    [...from.values()].flatMap((policy) => {
      const other = to.get(policy.id)
      if (other?.statements === policy.statements) return []
      return [...coverOf(policy)].filter((permission) => !other || !coverOf(other).has(permission))
    })
  const through = (permission: Permission) =>
    [...old.values()].flatMap((policy) => {
      const other = now.get(policy.id)
      return other && coverOf(policy).has(permission) && coverOf(other).has(permission) ? [policy.name] : []
    })
  const keptOf = (permissions: readonly Permission[], direction: Kept['direction']) =>
    [...new Set(permissions)].filter(isOpen).flatMap((name) => {
      const by = through(name)
      return by.length > 0 ? [{ name, direction, by }] : []
    })
  return [...keptOf(differing(old, now), 'lost'), ...keptOf(differing(now, old), 'gained')]
}

type Policies = ReadonlyMap<string, GrantingPolicy>

const policiesOf = ({ role, extra_policies }: Grants): Policies =>
  new Map([...role.policies, ...extra_policies].map((policy) => [policy.id, policy]))
