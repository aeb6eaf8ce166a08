import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db/client.ts'
import { approvalRows } from './approvals.store.ts'

const MOST_WAITING = 50

/** Pending changes of a record, or of all of a resource, without reviews of break-glass access. */
export function findWaiting(db: Reader, resource: string, id: string | undefined) {
  const isOfRecord =
    id === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`EXISTS (SELECT FROM unnest(records) AS record WHERE split_part(record, ' ', 1) = ${id})`
  return approvalRows(db)
    .select(['records', 'changes'])
    .where('resource', '=', resource)
    .where('approvals.status', '=', 'PENDING')
    .where('kind', '<>', 'BREAK_GLASS')
    .where(isOfRecord)
    .orderBy('requested_at')
    .orderBy('approvals.id')
    .limit(MOST_WAITING)
    .execute()
}
