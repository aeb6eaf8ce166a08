import { type Access, effectiveAccess } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import type { Tx } from '../../db/client.ts'
import { changesOf } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireRecentSignIn } from '../../kernel/recent-sign-in.ts'
import { requireVersion } from '../../kernel/version.ts'
import { lockAccess, requireAdministrators } from '../access/access-lock.ts'
import { moreBreakGlassRoles } from '../access/break-glass-offers.store.ts'
import { requireNotExceeding } from '../access/exceeding.ts'
import { emptyProposal, grantProposal, requireGained } from '../access/granting.ts'
import { requireRecentForAccess } from '../access/high-risk.ts'
import { requireImpact } from '../access/impact.ts'
import { requestProviderAction } from './provider-actions.ts'
import { factsOfUser, noSuchUser, readDetail } from './user-replies.ts'
import { AUDITED, policyNames, profileOf, requireExtras, requireRole, type UsersDeps } from './user-values.ts'
import { findEditor, lockUser, type StoredUser, saveExtraPolicies, updateUser } from './users.store.ts'

const OWN_PROFILE = 'In your own profile you can only change the phone number.'
const OF_PROVIDER = ['given_name', 'family_name', 'contact']

export function updateUserHandler({
  db,
  identity,
  sendJob,
}: UsersDeps): Handlers<(typeof api)['users']>['update'] {
  return async ({ params, body: { version, impact_version, role_id, extra_policies, ...fields } }, call) => {
    const { caller } = call
    const { id } = params
    const facts = await factsOfUser(db, identity, id)
    return async (tx) => {
      const held = await lockAccess(tx, caller, 'user:update')
      const user = await lockVersion(tx, id, version, () => readDetail(tx, held, id, facts))
      await requireNotExceeding(tx, held, user.id, 'manage')
      const { given_name = user.given_name, family_name = user.family_name } = fields
      const profile = profileOf({ ...user, ...fields, given_name, family_name })
      const extraIds = user.extra_policies.map(({ id }) => id)
      const target = {
        role_id: role_id ?? user.role_id ?? '',
        extra_policies: extra_policies ? [...new Set(extra_policies)] : extraIds,
      }
      const isAccess = target.role_id !== user.role_id || !isSameSet(target.extra_policies, extraIds)
      const { names, impact } = isAccess
        ? await requireAllowed({ tx, caller, held, user, target, impact_version })
        : { names: { role: user.role_name, extra_policies: policyNames(user) }, impact: null }
      const what = `Change user ${user.given_name} ${user.family_name}`
      const roles = new Map([[user.id, { from: user.role_id, to: target.role_id }]])
      const proposal = impact
        ? grantProposal(what, [user.id], impact, await moreBreakGlassRoles(tx, roles))
        : emptyProposal(what, [user.id])
      requireRecentForAccess(call, proposal, impact ?? undefined)
      const before = { ...user, role: user.role_name, extra_policies: policyNames(user) }
      const changes = changesOf(before, { ...before, ...profile, ...names }, AUDITED)
      if (Object.keys(changes).length === 0)
        return { resource: await readDetail(tx, held, id, facts), unchanged: true, proposal }
      if (user.id === caller.id && Object.keys(changes).some((field) => field !== 'contact'))
        throw new HttpError('own_access', { detail: OWN_PROFILE })
      // Sign-in codes go to the new number.
      if (changes.contact) {
        await requireNotExceeding(tx, held, user.id, 'account')
        requireRecentSignIn(call)
      }
      await updateUser(tx, user.id, { ...profile, role_id: target.role_id }, caller.id)
      if (isAccess) await saveExtraPolicies(tx, user.id, target.extra_policies, caller.id)
      await requireAdministrators(tx)
      if (OF_PROVIDER.some((field) => field in changes))
        await requestProviderAction(tx, sendJob, {
          userId: user.id,
          action: 'update',
          requestedBy: caller.id,
        })
      return { resource: await readDetail(tx, held, id, facts), audit: [{ changes }], proposal }
    }
  }
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}

/** Locks the user. A stale version is refused with the current row; without a version, any is accepted. */
export async function lockVersion(
  tx: Tx,
  id: string,
  version: number | undefined,
  current: () => Promise<unknown>,
): Promise<StoredUser> {
  const user = await lockUser(tx, id)
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
  target: { role_id: string; extra_policies: string[] }
  impact_version: string | undefined
}

/** Refuses changes of the caller's own access, new grants that the caller may not give, and an unconfirmed impact. */
async function requireAllowed({ tx, caller, held, user, target, impact_version }: Change) {
  if (user.id === caller.id) throw new HttpError('own_access')
  const isOtherRole = target.role_id !== user.role_id
  const role = isOtherRole ? await requireRole(tx, held, target.role_id) : undefined
  const had = new Set(user.extra_policies.map(({ id }) => id))
  const extras = await requireExtras(tx, held, target.extra_policies, had)
  const impact = await requireImpact(tx, { kind: 'user', id: user.id, ...target }, impact_version)
  requireGained(held, impact.gained, role && effectiveAccess(role, []))
  const names = { role: role?.name ?? user.role_name, extra_policies: extras.map(({ name }) => name) }
  return { names, impact }
}
