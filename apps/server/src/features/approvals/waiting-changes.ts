import { may, type Permission } from '@backoffice/contract/access'
import type { WaitingChange } from '@backoffice/contract/approvals'
import type { Reader } from '../../db/client.ts'
import type { Caller } from '../../kernel/caller.ts'
import { requirePermission } from '../../kernel/mount.ts'
import { isDecider } from './approval-replies.ts'
import { findWaiting } from './requests/waiting-changes.store.ts'

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
