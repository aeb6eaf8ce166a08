import type { api } from '@backoffice/contract/api'
import type { Exceeds } from '@backoffice/contract/exceeding'
import { type Grants, inForce } from '@backoffice/contract/grants'
import type { UserRow } from '@backoffice/contract/users'
import type { Tx } from '../../db/client.ts'
import { type BulkResult, type ItemOutcome, runBulk, writtenRows } from '../../kernel/bulk.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { lockAccess } from '../access/access-lock.ts'
import { moreBreakGlassRoles } from '../access/break-glass-offers.store.ts'
import { exceedsCallerError, exceedsOf, requireNotExceeding } from '../access/exceeding.ts'
import { emptyProposal, grantProposal, NO_GRANTS } from '../access/granting.ts'
import { grantsOfUsers } from '../access/grants.store.ts'
import { requireRecentFor, requireRecentForAccess } from '../access/high-risk.ts'
import { impactOfUsers } from '../access/impact.ts'
import { forgetAuthenticator } from '../access/second-factor.store.ts'
import { deleteConfirmationsOf } from '../account/confirmations.store.ts'
import { disableUser } from './off-board-steps.ts'
import { requestProviderAction, retryProviderAction } from './provider-actions.ts'
import { lockVersion } from './update-user.ts'
import { factsOfUser, factsOfUsers, noSuchUser, readDetail, toRows } from './user-replies.ts'
import type { UsersDeps } from './user-values.ts'
import { identitiesOf, lockUser, updateUser } from './users.store.ts'

type StatusHandlers = Pick<
  Handlers<(typeof api)['users']>,
  'updateStatus' | 'resetPassword' | 'retryProvider'
>

type StatusChange = {
  status: 'ACTIVE' | 'DISABLED'
  reason: string | undefined
  /** Identities of locked users; null if the provider does not report them. */
  locked: ReadonlySet<string> | null
  exceeds: ReadonlyMap<string, Exceeds>
}

export function statusHandlers(deps: UsersDeps): StatusHandlers {
  const { db, sendJob, identity } = deps
  return {
    updateStatus: async ({ body }, call) => {
      const { caller } = call
      const reason = body.reason?.trim() || undefined
      if (body.status === 'DISABLED' && !reason)
        throw invalidField('reason', 'E001', 'Enter a reason for disabling these users.')
      const locked = await lockedAmong(deps, body.items)
      return async (tx) => {
        const held = await lockAccess(tx, caller, 'user:update-status')
        const ids = body.items.map(({ id }) => id)
        const change = { status: body.status, reason, locked, exceeds: await exceedsOf(tx, held, ids) }
        const { items } = body
        const result = await runBulk({
          tx,
          items,
          apply: (item) => setStatus(deps, tx, caller, item, change),
        })
        const proposal = await statusProposal(tx, body.status, result)
        requireRecentForAccess(call, proposal)
        await requireRecentFor(tx, call, proposal.records)
        return { ...result, proposal }
      }
    },

    resetPassword: async ({ body: { id, mode } }, { caller }) => {
      const facts = await factsOfUser(db, identity, id)
      return async (tx) => {
        const held = await lockAccess(tx, caller, 'user:reset-password')
        const user = await requireOther(tx, caller, id)
        await requireNotExceeding(tx, held, user.id, 'account')
        const refusal = REFUSALS[mode][user.status]
        if (refusal) throw new HttpError('user_status_conflict', { detail: refusal })
        if (mode === 'authenticator') await forgetAuthenticator(tx, user.id)
        await deleteConfirmationsOf(tx, user.id)
        await requestProviderAction(tx, sendJob, { userId: user.id, action: mode, requestedBy: caller.id })
        const resource = await readDetail(tx, held, user.id, facts)
        return { resource, audit: [{ reason: mode }] }
      }
    },

    retryProvider: async ({ body: { id } }, { caller }) => {
      const facts = await factsOfUser(db, identity, id)
      return async (tx) => {
        const held = await lockAccess(tx, caller, 'user:update-status')
        await requireNotExceeding(tx, held, id, 'manage')
        const isRetried = await retryProviderAction(tx, sendJob, id)
        const resource = await readDetail(tx, held, id, facts)
        return isRetried ? { resource, audit: [{}] } : { resource, unchanged: true }
      }
    },
  }
}

/** Enabled users gain their access again; unlocked ones never lost it. */
async function statusProposal(tx: Tx, status: StatusChange['status'], result: BulkResult<UserRow>) {
  const rows = writtenRows(result)
  const ids = rows.map(({ id }) => id)
  const [first] = rows
  const names =
    rows.length === 1 && first ? `${first.given_name} ${first.family_name}` : `${rows.length} users`
  if (status === 'DISABLED') return emptyProposal(`Disable ${names}`, ids)
  const unlocked =
    'audit' in result ? result.audit.flatMap(({ action, id }) => (action === 'unlock' ? [id] : [])) : []
  const grants = await grantsOfUsers(
    tx,
    ids.filter((id) => !unlocked.includes(id)),
  )
  const affected = rows.flatMap(({ id, given_name, family_name }) => {
    const after = grants.get(id)
    return after
      ? [
          {
            id,
            name: `${given_name} ${family_name}`,
            transition: { before: NO_GRANTS, after: regained(after) },
          },
        ]
      : []
  })
  const roles = [...grants].map(([id, { role }]) => [id, { from: null, to: role.id }] as const)
  const impact = impactOfUsers(['enable', ids.toSorted()], affected)
  return grantProposal(`Enable ${names}`, ids, impact, await moreBreakGlassRoles(tx, new Map(roles)))
}

/** Access in force together with the permanent access, which may be less or return later. */
function regained(grants: Grants): Grants {
  if (!grants.temporary) return grants
  const { role, extra_policies } = inForce(grants)
  const modules = [...new Set([...grants.role.modules, ...role.modules])]
  return { role: { ...grants.role, modules }, extra_policies: [...role.policies, ...extra_policies] }
}

const REFUSALS: Record<'reset' | 'resend' | 'authenticator', Partial<Record<UserRow['status'], string>>> = {
  reset: {
    PENDING: 'This user has not chosen a password yet: send the invitation again.',
    DISABLED: 'This user is disabled: enable the account first.',
  },
  resend: {
    ACTIVE: 'This user has already signed in: reset the password.',
    DISABLED: 'This user is disabled: enable the account first.',
  },
  authenticator: { PENDING: 'This user has not signed in yet.' },
}

/** Reads locks from the provider before the transaction, in requests of up to 100 users. */
async function lockedAmong(
  { db, identity }: UsersDeps,
  items: readonly { id: string }[],
): Promise<ReadonlySet<string> | null> {
  const identities = await identitiesOf(
    db,
    items.map(({ id }) => id),
  )
  const locked = new Set<string>()
  for (let start = 0; start < identities.length; start += 100) {
    const facts = await factsOfUsers(identity, identities.slice(start, start + 100))
    if (!facts.locked) return null
    for (const sub of facts.locked) locked.add(sub)
  }
  return locked
}

async function requireOther(tx: Tx, caller: Caller, id: string) {
  const user = await lockUser(tx, id)
  if (!user) throw noSuchUser()
  if (user.id === caller.id) throw new HttpError('own_access')
  return user
}

async function setStatus(
  deps: UsersDeps,
  tx: Tx,
  caller: Caller,
  { id, version }: { id: string; version: number },
  { status, reason, locked, exceeds }: StatusChange,
): Promise<ItemOutcome<UserRow>> {
  const rowOf = async () => {
    const user = await lockUser(tx, id)
    const [row] = user ? await toRows(tx, [user], { locked, exceeds }) : []
    if (!row) throw noSuchUser()
    return row
  }
  const user = await lockVersion(tx, id, version, rowOf)
  if (exceeds.get(user.id)?.manage) throw exceedsCallerError()
  if (status === 'DISABLED') {
    if (user.id === caller.id) throw new HttpError('own_access')
    if (user.status === 'DISABLED') return { outcome: 'unchanged', row: await rowOf() }
    await disableUser(deps, tx, caller, { user, reason })
  } else {
    const before = await rowOf()
    if (user.status !== 'DISABLED' && !before.is_locked) return { outcome: 'unchanged', row: before }
    await requestProviderAction(tx, deps.sendJob, {
      userId: user.id,
      action: 'enable',
      requestedBy: caller.id,
    })
    if (user.status !== 'DISABLED')
      return {
        outcome: 'done',
        row: opened(await rowOf()),
        changes: { is_locked: [true, false] },
        event: { resource: 'user', action: 'unlock' },
      }
    const next = user.last_sign_in_at === null ? 'PENDING' : 'ACTIVE'
    await updateUser(tx, user.id, { status: next, status_reason: null }, caller.id)
  }
  const row = status === 'ACTIVE' ? opened(await rowOf()) : await rowOf()
  return { outcome: 'done', row, changes: { status: [user.status, row.status] }, ...(reason && { reason }) }
}

/** Enabling lifts a lock; null stays null. */
const opened = (row: UserRow): UserRow => ({ ...row, is_locked: row.is_locked && false })
