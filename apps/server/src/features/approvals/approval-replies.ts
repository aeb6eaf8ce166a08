import { createHash } from 'node:crypto'
import { may, type Permission } from '@backoffice/contract/access'
import type {
  AffectedUser,
  Approval,
  ApprovalRow,
  ShownUser,
  WaitingChange,
} from '@backoffice/contract/approvals'
import { similarNameIndex } from '@backoffice/contract/similar-names'
import type { Reader } from '../../db/client.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { requirePermission } from '../../kernel/mount.ts'
import { listActiveNames } from '../users/users.store.ts'
import { MOST_SHOWN } from './proposals/proposal.ts'
import { countRequestRows } from './request-rows.ts'
import { findApproval, type StoredApproval, type StoredDetail } from './requests/approvals.store.ts'
import { findWaiting } from './requests/pending.store.ts'
import { breakGlassUse, idsByEmail, laterChanges, namesByContact } from './requests/request-details.store.ts'
import { maySeeRows } from './requests/request-table.ts'

export const isDecider = ({ access }: Pick<Caller, 'access'>) => may(access, 'approval:decide')

type Person = Pick<Caller, 'id' | 'access' | 'permanent'>

export function toRow(stored: StoredApproval, caller: Person): ApprovalRow {
  const { id, kind, status, what, count, unit, is_high_risk, reason, ticket_no, decision_reason } = stored
  return {
    ...{ id, kind, status, what, count, unit, is_high_risk, reason, ticket_no, decision_reason },
    requested_by: { id: stored.requested_by, name: stored.requester ?? '' },
    requested_at: stored.requested_at.toISOString(),
    expires_at: stored.expires_at?.toISOString() ?? null,
    decided_by: stored.decided_by === null ? null : { id: stored.decided_by, name: stored.decider ?? '' },
    decided_at: stored.decided_at?.toISOString() ?? null,
    undecidable: stored.status === 'PENDING' ? undecidable(stored, caller) : null,
  }
}

function undecidable(
  { requested_by, subjects, table_name }: StoredApproval,
  caller: Person,
): ApprovalRow['undecidable'] {
  if (requested_by === caller.id) return 'own'
  if (subjects.includes(caller.id)) return 'about_you'
  // Temporary access decides nothing.
  if (!isDecider({ access: caller.permanent })) return 'permission'
  return maySeeRows(caller.permanent, table_name) ? null : 'view'
}

/** A stored request that the caller may see. Throws `not_found`. */
export async function findVisible(db: Reader, id: string, caller: Person): Promise<StoredDetail> {
  const stored = await findApproval(db, id)
  if (!stored || (stored.requested_by !== caller.id && !isDecider(caller))) throw noSuchRequest()
  return stored
}

/** A request that the caller may see. Throws `not_found`. */
export async function readApproval(db: Reader, id: string, caller: Person, today: string): Promise<Approval> {
  const stored = await findVisible(db, id, caller)
  const { resource, records, impact, changes, changes_total, takers, requested_access, table_name } = stored
  const isShown = stored.requested_by === caller.id || maySeeRows(caller.access, table_name)
  const [record, ...others] = records
  return {
    ...toRow(stored, caller),
    content_hash: contentHash(stored),
    is_own: stored.requested_by === caller.id,
    record:
      record !== undefined && others.length === 0 && UUID.test(record) ? { resource, id: record } : null,
    impact,
    users: await shownUsers(db, stored),
    users_total: stored.users_total,
    takers,
    requested_access,
    changes: isShown ? changes.slice(0, MOST_SHOWN + 1) : [],
    changes_total,
    row_count: isShown ? await countRequestRows(db, stored, today) : null,
    use: await breakGlassUse(db, stored),
    later_changes: isShown ? await laterChanges(db, stored) : [],
  }
}

/** Hash of what the request shows and does, which its list does not have. */
export function contentHash({ id, effects_hash }: Pick<StoredDetail, 'id' | 'effects_hash'>): string {
  return createHash('sha256').update(id).update(effects_hash).digest('hex')
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const noSuchRequest = () => new HttpError('not_found', { detail: 'This request does not exist.' })

const MOST_SIMILAR = 5
const MOST_SHARING = 3

/** The users of a request; while it waits, with others for whom they could be taken. */
async function shownUsers(db: Reader, stored: StoredDetail): Promise<ShownUser[]> {
  const users = await withIds(db, stored)
  if (stored.status !== 'PENDING' || users.length === 0)
    return users.map((user) => ({ ...user, same_contact: [], similar: [] }))
  // New users of the same request have no record yet.
  const made = users.flatMap(({ id, key, ...user }) => (id === null ? [{ ...user, id: key }] : []))
  const similarTo = similarNameIndex([...(await listActiveNames(db)), ...made])
  const sharing = Map.groupBy([...(await namesByContact(db, users)), ...made], ({ contact }) => contact ?? '')
  return users.map((user) => {
    const others = (sharing.get(user.contact ?? '') ?? []).filter(({ id }) => id !== user.key)
    return {
      ...user,
      same_contact: user.contact ? others.slice(0, MOST_SHARING).map(({ name }) => name) : [],
      similar: similarTo(user.name, user.key)
        .slice(0, MOST_SIMILAR)
        .map(({ id, name, email, similarity }) => ({ id, name, email, similarity })),
    }
  })
}

/** Users whom the request created have an id by now. */
async function withIds(db: Reader, { status, users }: StoredDetail): Promise<AffectedUser[]> {
  const created = users.flatMap(({ id, email }) => (id === null ? [email] : []))
  if (status !== 'EXECUTED' || created.length === 0) return users
  const ids = await idsByEmail(db, created)
  return users.map((user) => ({ ...user, id: user.id ?? ids.get(user.email) ?? null }))
}

type Resource = WaitingChange['resource']
type Query = { resource: Resource; id?: string | undefined }

const VIEWS: Readonly<Record<Exclude<Resource, 'approval-rule'>, Permission>> = {
  user: 'user:view',
  role: 'role:view',
  policy: 'policy:view',
}

/** Pending changes of records that the caller may view. Throws `access_denied`. */
export async function waitingChanges(
  db: Reader,
  { resource, id }: Query,
  caller: Caller,
): Promise<WaitingChange[]> {
  if (resource !== 'approval-rule') requirePermission(caller, VIEWS[resource])
  else if (!may(caller.access, 'approval:manage')) requirePermission(caller, 'approval:decide')
  const found = await findWaiting(db, resource, id)
  return found.map(({ id, records, what, requested_by, requester, changes }) => ({
    ...{ id, resource, what, requested_by: { id: requested_by, name: requester ?? '' } },
    // A request for temporary access names the user and the access.
    records: records.map((record) => record.split(' ', 1)[0] ?? ''),
    changes: (resource === 'approval-rule' && changes[0]?.changes) || {},
    may_open: requested_by === caller.id || isDecider(caller),
  }))
}
