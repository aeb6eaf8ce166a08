import type { FieldOf, ListQuery } from '@backoffice/contract/list'
import type { auditList } from '@backoffice/contract/lists/audit'

type AuditQuery = ListQuery<FieldOf<typeof auditList>>

/** Leaves out the events of an import's records, for which that of the import stands, unless the query asks for records. */
export function foldImports(query: AuditQuery): AuditQuery {
  const { search, filters } = query
  if (search || filters?.file || filters?.record) return query
  return { ...query, filters: { ...filters, file: { empty: true } } }
}
