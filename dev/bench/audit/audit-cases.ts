import type { FieldOf, ListQuery } from '@backoffice/contract/list'
import type { auditList } from '@backoffice/contract/lists/audit'
import { BUSY_USER, EVENTS } from './audit-table.ts'

/** A query of the trail, and the same rows in SQL written by hand. */
export type AuditCase = {
  what: string
  query: Pick<ListQuery<FieldOf<typeof auditList>>, 'filters' | 'search'> & { page?: number }
  /** From the event of this place, counted from the oldest. */
  from?: number
  where?: string
}

const found = (words: string) =>
  `id = ANY(ARRAY(SELECT id FROM audit_events WHERE search @@ to_tsquery('simple', '${words}') LIMIT 10001))`
const TENDER = '00000000-0000-0000-0000-000000001234'

export const AUDIT_CASES: readonly AuditCase[] = [
  { what: 'first page', query: {} },
  { what: 'page 200 by its number', query: { page: 200 } },
  { what: 'page at event 1,000 from the oldest', query: {}, from: 1_000 },
  { what: 'page in the middle', query: {}, from: EVENTS / 2 },
  {
    what: 'by a user',
    query: { filters: { actor: { in: [BUSY_USER] } } },
    where: `coalesce(actor_id::text, 'system') = '${BUSY_USER}'`,
  },
  {
    what: 'by a user, in the middle',
    query: { filters: { actor: { in: [BUSY_USER] } } },
    from: EVENTS / 2,
    where: `coalesce(actor_id::text, 'system') = '${BUSY_USER}'`,
  },
  {
    what: 'by action and resource',
    query: { filters: { action: { in: ['delete'] }, resource: { in: ['user'] } } },
    where: "split_part(action, '.', 2) = 'delete' AND resource = 'user'",
  },
  { what: 'by record', query: { filters: { record: { in: [TENDER] } } }, where: `resource_id = '${TENDER}'` },
  {
    what: 'refused',
    query: { filters: { outcome: { in: ['refused', 'stale'] } } },
    where: "outcome = 'refused'",
  },
  {
    what: 'out of date',
    query: { filters: { outcome: { in: ['stale'] } } },
    where: "outcome = 'refused' AND reason = 'version_conflict'",
  },
  {
    what: 'a month of three years ago',
    query: { filters: { at: { from: '2023-11-01', to: '2023-11-30' } } },
    where: "at >= '2023-11-01 00:00+08' AND at < '2023-12-01 00:00+08'",
  },
  { what: 'search, 20 events', query: { search: 'zanzibar' }, where: found('zanzibar:*') },
  { what: 'search, 2,000 old events', query: { search: 'in quarantine' }, where: found('in & quarantine:*') },
  { what: 'search, a record by its keys', query: { search: 'FUEL 001234' }, where: found('fuel & 001234:*') },
  {
    what: 'search, a user by name and what was done',
    query: { search: 'nicanor ab77 update' },
    where: found('nicanor & ab77 & update:*'),
  },
  {
    what: 'search, all users by a part of their names',
    query: { search: 'nicanor' },
    where: "search @@ to_tsquery('simple', 'nicanor:*')",
  },
  { what: 'search, nothing', query: { search: 'nosuchword' }, where: found('nosuchword:*') },
  {
    what: 'search, 300,000 events',
    query: { search: 'maria' },
    where: "search @@ to_tsquery('simple', 'maria:*')",
  },
]
