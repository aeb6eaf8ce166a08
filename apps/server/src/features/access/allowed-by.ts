import type { Permission } from '@backoffice/contract/access'
import type { AllowedBy } from '@backoffice/contract/audit'
import { explain, type Grants, inForce } from '@backoffice/contract/grants'
import type { Database } from '../../db/client.ts'
import type { Caller, FindGrant } from '../../kernel/caller.ts'
import { grantsOf } from './grants.store.ts'

const MAX_CALLERS = 10_000

/** Finds the grants behind a caller's permissions. Keeps the grants of a caller until the access version changes. */
export function createFindGrant(db: Database): FindGrant {
  let cachedVersion = ''
  let known = new Map<string, Grants | undefined>()

  async function readGrants({ id, accessVersion, nextEnd }: Caller): Promise<Grants | undefined> {
    if (accessVersion !== cachedVersion) {
      cachedVersion = accessVersion
      known = new Map()
    }
    const cache = known
    // Temporary access ends without a new version.
    const key = `${id} ${nextEnd?.getTime()}`
    if (cache.has(key)) return cache.get(key)
    const grants = await grantsOf(db, id)
    if (cache.size < MAX_CALLERS) cache.set(key, grants)
    return grants
  }

  return async (caller) => {
    const grants = await readGrants(caller)
    return (permission) => (grants ? allowedBy(grants, permission) : null)
  }
}

/** The grant that allows a permission longest, and among equals the first: those of the role precede additional ones. */
export function allowedBy(grants: Grants, permission: Permission): AllowedBy | null {
  const { module, origins } = explain(grants, permission)
  const [first] = origins.toSorted((one, other) => endOf(other.until) - endOf(one.until))
  if (!first || !module.held) return null
  const { via, policy, statement } = first
  return {
    permission,
    role: via === 'role' ? inForce(grants).role.name : null,
    policy: policy.name,
    statement,
    until: earlier(first.until, module.until),
  }
}

const FOREVER = 8.64e15
const endOf = (until: string | null) => (until === null ? FOREVER : Date.parse(until))

/** The earlier of two ends, null for none. */
function earlier(one: string | null, other: string | null): string | null {
  return endOf(one) <= endOf(other) ? one : other
}
