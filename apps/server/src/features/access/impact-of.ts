import { hasModule, MODULES, moduleOf, PERMISSIONS, type Permission } from '@backoffice/contract/access'
import type { Impact } from '@backoffice/contract/explain'
import { coveredBy, type GrantingPolicy, type Grants, HIGH_RISK } from '@backoffice/contract/grants'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'

export type Transition = { readonly before: Grants; readonly after: Grants }
/** Users with equal grants share the transition object, so that its outcome is computed once. */
export type AffectedUser = { readonly id: string; readonly name: string; readonly transition: Transition }

export type AccessDifference = { readonly gained: readonly string[]; readonly lost: readonly string[] }
type Person = { id: string; name: string }
type Keeper = Person & { by: string[] }
type Effects = Pick<Impact, 'gains' | 'losses' | 'kept'>

export type ImpactOf = Effects & {
  /** Differences by user id, for users who gain or lose anything. */
  readonly changes: ReadonlyMap<string, AccessDifference>
}

const MOST_NAMED = 50
const MOST_NAMED_KEPT = 10

/** Effects of a change on users, sorted by name. Equal to `accessChange` of each. */
export function impactOf(users: readonly AffectedUser[]): ImpactOf {
  const sets = permissionSets()
  const outcomeOf = remember((transition: Transition) => outcome(transition, sets))
  const changes = new Map<string, AccessDifference>()
  const [gains, losses] = [topUsers<Person>(MOST_NAMED), topUsers<Person>(MOST_NAMED)]
  const kept = { lost: topUsers<Keeper>(MOST_NAMED_KEPT), gained: topUsers<Keeper>(MOST_NAMED_KEPT) }
  for (const { id, name, transition } of users) {
    const { difference, keptLost, keptGained } = outcomeOf(transition)
    const { gained, lost } = difference
    for (const each of gained) gains.add(each, () => ({ id, name }))
    for (const each of lost) losses.add(each, () => ({ id, name }))
    const keeper = (permission: Permission) => ({ id, name, by: keptPolicies(transition, permission, sets) })
    for (const each of keptLost) kept.lost.add(each, () => keeper(each))
    for (const each of keptGained) kept.gained.add(each, () => keeper(each))
    if (gained.length + lost.length > 0) changes.set(id, difference)
  }
  const keptOf = (direction: keyof typeof kept) =>
    kept[direction].inOrder().map(([name, found]) => ({ name, direction, ...found }))
  return {
    gains: effects(gains.inOrder()),
    losses: effects(losses.inOrder()),
    kept: [...keptOf('lost'), ...keptOf('gained')],
    changes,
  }
}

type NamedUsers<P> = { user_count: number; users: P[] }
const ORDER = new Map<string, number>([...MODULES, ...PERMISSIONS].map((name, place) => [name, place]))

function topUsers<P>(most: number) {
  const all = new Map<string, NamedUsers<P>>()
  return {
    add(name: string, user: () => P): void {
      const found = all.get(name) ?? { user_count: 0, users: [] }
      if (found.user_count === 0) all.set(name, found)
      found.user_count++
      if (found.users.length < most) found.users.push(user())
    },
    inOrder: () => [...all].sort(([a], [b]) => (ORDER.get(a) ?? 0) - (ORDER.get(b) ?? 0)),
  }
}

function effects(found: readonly [string, NamedUsers<Person>][]): Effects['gains'] {
  return found.map(([name, users]) => ({ ...wordsOf(name), ...users }))
}

function wordsOf(name: string) {
  const permission = PERMISSIONS.find((each) => each === name)
  if (!permission) return { type: 'module' as const, name, label: name, risk: 'LOW' as const }
  const risk = HIGH_RISK.has(permission) ? ('HIGH' as const) : ('LOW' as const)
  return { type: 'permission' as const, name, label: PERMISSION_LABELS[permission], risk }
}

type Sets = ReturnType<typeof permissionSets>

function outcome({ before, after }: Transition, sets: Sets) {
  const [open, openAfter] = [sets.openTo(before.role.modules), sets.openTo(after.role.modules)]
  const [policies, policiesAfter] = [policiesOf(before), policiesOf(after)]
  const [had, has] = [sets.unionOf(policies) & open, sets.unionOf(policiesAfter) & openAfter]
  const modules = (of: Grants, notOf: Grants) =>
    MODULES.filter((name) => of.role.modules.includes(name) && !notOf.role.modules.includes(name))
  const { taken, added, unmoved } = permissionMoves(policies, policiesAfter, sets)
  const kept = unmoved & open & openAfter
  return {
    difference: {
      gained: [...modules(after, before), ...sets.listOf(has & ~had)],
      lost: [...modules(before, after), ...sets.listOf(had & ~has)],
    },
    keptLost: sets.listOf(taken & kept),
    keptGained: sets.listOf(added & kept),
  }
}

type PermissionMoves = {
  /** Allowed before by a policy that no longer allows it. */
  taken: PermissionSet
  /** Allowed now by a policy that did not allow it before. */
  added: PermissionSet
  /** Allowed by the same policy before and after. */
  unmoved: PermissionSet
}

function permissionMoves(
  before: readonly GrantingPolicy[],
  after: readonly GrantingPolicy[],
  sets: Sets,
): PermissionMoves {
  const found = { taken: 0n, added: 0n, unmoved: 0n }
  for (const policy of before) {
    const [old, now] = [sets.coverOf(policy), sets.unionOf(after.filter(({ id }) => id === policy.id))]
    found.taken |= old & ~now
    found.unmoved |= old & now
  }
  for (const policy of after) {
    const old = sets.unionOf(before.filter(({ id }) => id === policy.id))
    found.added |= sets.coverOf(policy) & ~old
  }
  return found
}

function keptPolicies(
  { before, after }: Transition,
  permission: Permission,
  { coverOf, listOf }: Sets,
): string[] {
  const allows = (policy: GrantingPolicy) => listOf(coverOf(policy)).includes(permission)
  const later = new Set(
    policiesOf(after)
      .filter(allows)
      .map(({ id }) => id),
  )
  const names = policiesOf(before).filter((policy) => allows(policy) && later.has(policy.id))
  return [...new Set(names.map(({ name }) => name))]
}

const policiesOf = ({ role, extra_policies }: Grants) => [...role.policies, ...extra_policies]

/** Bit set of permissions by place in the access table, which makes unions over many users cheap. */
type PermissionSet = bigint

function setOf(permissions: readonly Permission[]): PermissionSet {
  return permissions.reduce((set, permission) => set | (1n << BigInt(PERMISSIONS.indexOf(permission))), 0n)
}

/** Memoized functions of one computation; policies and roles are keyed by the identity of their lists. */
function permissionSets() {
  const covered = remember((statements: readonly string[]) => setOf(coveredBy(statements)))
  return {
    coverOf: ({ statements }: GrantingPolicy) => covered(statements),
    unionOf: (policies: readonly GrantingPolicy[]) =>
      policies.reduce((union, { statements }) => union | covered(statements), 0n),
    /** Permissions whose module is among `modules`. */
    openTo: remember((modules: readonly string[]) =>
      setOf(PERMISSIONS.filter((permission) => hasModule({ modules, policies: [] }, moduleOf(permission)))),
    ),
    /** In the order of the access table. */
    listOf: remember((set: PermissionSet): readonly Permission[] =>
      PERMISSIONS.filter((_, place) => (set >> BigInt(place)) & 1n),
    ),
  }
}

export function remember<K, V>(work: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const found = known.get(key) ?? work(key)
    known.set(key, found)
    return found
  }
}
