import { type Access, may, type Permission } from '@backoffice/contract/access'
import { FILE_CATEGORIES } from '@backoffice/contract/file-kinds'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import type { Tx } from '../../db/client.ts'
import { confirmPermission, exportPermission } from '../../files/tracked/file-permissions.ts'
import type { AuditEntry, Changes } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { findUserAccess } from '../access/access.store.ts'
import { requireAdministrators } from '../access/access-lock.ts'
import { endAllTemporaryAccess } from '../access/temporary-access.store.ts'
import { revokeEarlierSignIns } from '../account/account.store.ts'
import { endRequests } from '../approvals/requests/end-requests.ts'
import { countOpenWork, moveOpenWork, type OpenKind, openKinds } from './open-work.store.ts'
import { requestProviderAction } from './provider-actions.ts'
import { nextSecond } from './user-sessions.ts'
import type { UsersDeps } from './user-values.ts'
import { lockUser, type StoredUser, updateUser } from './users.store.ts'

type Deps = Pick<UsersDeps, 'clock' | 'sendJob'>

/** Number of files, inquiries and cases. */
type WorkCounts = { files: number; inquiries: number; cases: number }

/**
 * Reassigns a locked user's open work. Returns their `changes`, and `entries` of files and cases. Throws 422 at `to`.
 */
export async function handOverWork(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  caller: Caller,
  { giver, to }: { giver: StoredUser; to: string },
): Promise<{ moved: WorkCounts; changes: Changes; entries: AuditEntry[] }> {
  if (giver.id === to) throw invalidField('to', 'invalid', 'Choose a different user.')
  const receiver = await lockUser(tx, to)
  if (receiver?.status !== 'ACTIVE') throw invalidField('to', 'E007', 'Choose an active user.')
  await requireReceiver(tx, giver.id, receiver.id, caller.id)
  const { entries, ...moved } = await moveOpenWork(tx, giver.id, to, clock.now())
  const changes = {
    to: [null, `${receiver.given_name} ${receiver.family_name}`] as const,
    files: [null, moved.files] as const,
    inquiries: [null, moved.inquiries] as const,
    cases: [null, moved.cases] as const,
  }
  return { moved, changes, entries }
}

export const hasMoved = ({ files, inquiries, cases }: WorkCounts) => files + inquiries + cases > 0

/** Ends the requests about a user who loses all access. Returns their number. */
async function endRequestsOf(
  { clock, sendJob }: Deps,
  tx: Tx,
  { id, given_name, family_name }: StoredUser,
  verb: 'disabled' | 'deleted',
): Promise<number> {
  const reason = `${given_name} ${family_name} was ${verb}.`
  return endRequests(tx, { aboutUserId: id }, { now: clock.now(), sendJob, reason })
}

/** Disables a locked user. Returns the number of ended requests. Throws `last_administrator`, or `last_deciders`. */
export async function disableUser(
  { clock, sendJob }: Deps,
  tx: Tx,
  caller: Caller,
  { user, reason }: { user: StoredUser; reason: string | undefined },
): Promise<number> {
  const requests = await endRequestsOf({ clock, sendJob }, tx, user, 'disabled')
  await updateUser(tx, user.id, { status: 'DISABLED', status_reason: reason ?? null }, caller.id)
  await revokeEarlierSignIns(tx, user.id, nextSecond(clock.now()))
  await requireAdministrators(tx)
  await requestProviderAction(tx, sendJob, { userId: user.id, action: 'disable', requestedBy: caller.id })
  return requests
}

/** Deletes a locked user, whose open work goes to the caller. Throws `not_held`, or as `disableUser`. */
export async function deleteUser(
  { clock, sendJob }: Deps,
  tx: Tx,
  { caller, held }: { caller: Caller; held: Access },
  user: StoredUser,
): Promise<{
  moved: WorkCounts
  temporaryAccess: number
  requests: number
  changes: Changes
  entries: AuditEntry[]
}> {
  await requireReceivable(tx, user.id, held)
  // Before the change of access, for which a write that holds one of the files would wait in its last access check.
  const { entries, ...moved } = await moveOpenWork(tx, user.id, caller.id, clock.now())
  const requests = await endRequestsOf({ clock, sendJob }, tx, user, 'deleted')
  const deleted = { status: 'DELETED' as const, signed_in_after: nextSecond(clock.now()) }
  await updateUser(tx, user.id, deleted, caller.id)
  const temporaryAccess = await endAllTemporaryAccess(tx, user.id)
  await requireAdministrators(tx)
  await requestProviderAction(tx, sendJob, { userId: user.id, action: 'delete', requestedBy: caller.id })
  const changes = {
    status: [user.status, 'DELETED'] as const,
    ...(moved.files > 0 && { open_files: [null, moved.files] as const }),
    ...(moved.inquiries > 0 && { open_inquiries: [null, moved.inquiries] as const }),
    ...(moved.cases > 0 && { open_cases: [null, moved.cases] as const }),
    ...endedChange(temporaryAccess),
  }
  return { moved, temporaryAccess, requests, changes, entries }
}

export const endedChange = (ended: number): Changes =>
  ended > 0 ? { temporary_access: [ended, 0] as const } : {}

/**
 * Guard of a hand-over. Throws 422 at `to` if the receiver could not open all of the work now. A substitute may have
 * that access temporarily. A caller who receives it must be allowed to see files of other users, because the hand-over
 * would otherwise bypass that permission; permanently, because the files stay theirs.
 */
async function requireReceiver(tx: Tx, from: string, to: string, callerId: string): Promise<void> {
  const [user, needed] = [await findUserAccess(tx, to), await neededForWork(tx, from)]
  if (to === callerId && !(user && may(user.permanent, 'file:view-all')))
    throw invalidField('to', 'not_held', 'You can’t see files of other users. Choose another user.')
  const missing = needed.filter((permission) => !(user && may(user.access, permission)))
  if (missing.length === 0) return
  const words = missing.map((permission) => PERMISSION_LABELS[permission]).join(', ')
  throw invalidField('to', 'not_held', `This user can’t open all of this work: they can’t ${words}.`)
}

/** Same guard for a caller who deletes a user and so receives the remaining work. Throws `not_held`. */
async function requireReceivable(tx: Tx, from: string, held: Access): Promise<void> {
  const needed = await neededForWork(tx, from)
  if (needed.length === 0) return
  if (may(held, 'file:view-all') && needed.every((permission) => may(held, permission))) return
  const detail = 'This user has open work that you can’t take over. Hand it over to another user first.'
  throw new HttpError('not_held', { detail })
}

/** Permissions without which a user could not go on with the open work. */
async function neededForWork(tx: Tx, from: string): Promise<Permission[]> {
  const { cases } = await countOpenWork(tx, from)
  const forFiles = (await openKinds(tx, from)).flatMap(neededFor)
  return [...new Set([...forFiles, ...(cases > 0 ? FOR_CASES : [])])]
}

const FOR_CASES = ['case:view', 'case:update'] as const

function neededFor({ kind, category }: OpenKind): Permission[] {
  if (kind === 'export') return [exportPermission(category)]
  const { imports } = FILE_CATEGORIES[category] ?? {}
  return ['file:view', kind === 'action' && imports ? imports.viewPermission : confirmPermission(category)]
}
