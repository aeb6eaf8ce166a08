import { type Access, effectiveAccess } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import type { Tx } from '../../db/client.ts'
import { changesOf } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireVersion } from '../../kernel/version.ts'
import { lockAccess, requireAdministrator } from '../access/access-lock.ts'
import { requireNotExceeding } from '../access/exceeding.ts'
import { requireGained } from '../access/granting.ts'
import { requireImpact } from '../access/impact.ts'
import { requestProviderAction } from './provider-actions.ts'
import { askAboutUser, noSuchUser, readDetail } from './user-replies.ts'
import { AUDITED, profileOf, requireExtras, requireRole, type UsersDeps } from './user-values.ts'
import { findEditor, lockUser, type StoredUser, saveExtraPolicies, updateUser } from './users.store.ts'

const OWN_PROFILE = 'In your own profile you can only change the phone number.'
const OF_PROVIDER = ['given_name', 'family_name', 'contact']

export function updateUserHandler({
  db,
  identity,
  sendJob,
}: UsersDeps): Handlers<(typeof api)['users']>['update'] {
  return async (
    { params, body: { version, impact_version, role_id, extra_policies, ...given } },
    { caller },
  ) => {
    const id = params.id.toLowerCase()
    const told = await askAboutUser(db, identity, id)
    return async (tx) => {
      const held = await lockAccess(tx, caller, 'user:update')
      const user = await lockSeen(tx, id, version, () => readDetail(tx, held, id, told))
      await requireNotExceeding(tx, held, user.id, 'manage')
      const { given_name = user.given_name, family_name = user.family_name } = given
      const profile = profileOf({ ...user, ...given, given_name, family_name })
      const extraIds = user.extra_policies.map(({ id }) => id)
      const wanted = {
        role_id: role_id?.toLowerCase() ?? user.role_id ?? '',
        extra_policies: extra_policies
          ? [...new Set(extra_policies.map((id) => id.toLowerCase()))]
          : extraIds,
      }
      const isAccess = wanted.role_id !== user.role_id || !isSameSet(wanted.extra_policies, extraIds)
      const names = isAccess
        ? await requireAllowed({ tx, caller, held, user, wanted, impact_version })
        : { role: user.role_name, extra_policies: policyNames(user) }
      const before = { ...user, role: user.role_name, extra_policies: policyNames(user) }
      const changes = changesOf(before, { ...before, ...profile, ...names }, AUDITED)
      if (Object.keys(changes).length === 0)
        return { resource: await readDetail(tx, held, id, told), unchanged: true }
      if (user.id === caller.id && Object.keys(changes).some((field) => field !== 'contact'))
        throw new HttpError('own_access', { detail: OWN_PROFILE })
      // A new number receives the codes of the account.
      if (changes.contact) await requireNotExceeding(tx, held, user.id, 'account')
      await updateUser(tx, user.id, { ...profile, role_id: wanted.role_id }, caller.id)
      if (isAccess) await saveExtraPolicies(tx, user.id, wanted.extra_policies, caller.id)
      await requireAdministrator(tx)
      if (OF_PROVIDER.some((field) => field in changes))
        await requestProviderAction(tx, sendJob, {
          userId: user.id,
          action: 'update',
          requestedBy: caller.id,
        })
      return { resource: await readDetail(tx, held, id, told), audit: [{ changes }] }
    }
  }
}

const policyNames = ({ extra_policies }: StoredUser) => extra_policies.map(({ name }) => name).sort()

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}

/** Locks the user; a refusal for a stale version carries the current row. Without a version: as it is now. */
export async function lockSeen(
  tx: Tx,
  id: string,
  version: number | undefined,
  current: () => Promise<unknown>,
): Promise<StoredUser> {
  const user = await lockUser(tx, id.toLowerCase())
  if (!user) throw noSuchUser()
  if (version !== undefined && user.version !== version) {
    const detail = `${(await findEditor(tx, user.id)) ?? 'The system'} saved this user in the meantime.`
    requireVersion(user.version, version, await current(), detail)
  }
  return user
}

type Change = {
  tx: Tx
  caller: Caller
  held: Access
  user: StoredUser
  wanted: { role_id: string; extra_policies: string[] }
  impact_version: string | undefined
}

/** Never of oneself; what is newly given is the caller's to give, and the impact is the one that was seen. */
async function requireAllowed({ tx, caller, held, user, wanted, impact_version }: Change) {
  if (user.id === caller.id) throw new HttpError('own_access')
  const isOtherRole = wanted.role_id !== user.role_id
  const role = isOtherRole ? await requireRole(tx, held, wanted.role_id) : undefined
  const had = new Set(user.extra_policies.map(({ id }) => id))
  const extras = await requireExtras(tx, held, wanted.extra_policies, had)
  const { gained } = await requireImpact(tx, { kind: 'user', id: user.id, ...wanted }, impact_version)
  requireGained(held, gained, role && effectiveAccess(role, []))
  return { role: role?.name ?? user.role_name, extra_policies: extras.map(({ name }) => name) }
}
