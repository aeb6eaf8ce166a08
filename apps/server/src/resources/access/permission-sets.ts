import { hasModule, moduleOf, PERMISSIONS, type Permission } from '@backoffice/contract/access'
import { coveredBy, type GrantingPolicy } from '@backoffice/contract/grants'

/** A set of permissions: the bit of each is its place in the access table. Unions of many users cost nothing so. */
export type PermissionSet = bigint

function setOf(permissions: readonly Permission[]): PermissionSet {
  return permissions.reduce((set, permission) => set | (1n << BigInt(PERMISSIONS.indexOf(permission))), 0n)
}

/** What the functions of one computation have worked out; policies and roles are told by their lists. */
export function permissionSets() {
  const covered = remember((statements: readonly string[]) => setOf(coveredBy(statements)))
  return {
    coverOf: ({ statements }: GrantingPolicy) => covered(statements),
    unionOf: (policies: readonly GrantingPolicy[]) =>
      policies.reduce((union, { statements }) => union | covered(statements), 0n),
    /** Permissions whose module is held. */
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
