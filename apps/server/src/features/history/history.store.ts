import type { Reader } from '../../db/client.ts'

type Record = { resource: string; id: string }

/** Newest first. `after` is the id of the last event on the previous page. */
export async function listEvents(
  db: Reader,
  { resource, id }: Record,
  { after, limit }: { after: string | undefined; limit: number },
) {
  let events = db
    .selectFrom('audit_events')
    .select([
      'id',
      'at',
      'actor_id',
      'actor_name',
      'approved_by_id',
      'approved_by_name',
      'action',
      'outcome',
      'changes',
      'reason',
      'count',
      'request_id',
    ])
    .where('resource', '=', resource)
    .where('resource_id', '=', id)
  if (after !== undefined) events = events.where('id', '<', after)
  return events.orderBy('id', 'desc').limit(limit).execute()
}
