import { auditEndpoints } from '@backoffice/contract/audit'
import type { FieldOf, ListQuery } from '@backoffice/contract/list'
import { auditList } from '@backoffice/contract/lists/audit'
import { queryOptions } from '@tanstack/react-query'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { call } from '../../net/call.ts'
import { prefetch } from '../../net/query-client.ts'
import { foldImports } from './fold-imports.ts'

type AuditQuery = ListQuery<FieldOf<typeof auditList>>

export function auditQuery(shown: AuditQuery) {
  const query = foldImports(shown)
  return queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => call(auditEndpoints.list, { body: query, signal }),
  })
}

/** Prefetches the events while the screen loads. */
export function loadAudit(params: SearchParams): void {
  prefetch(auditQuery(queryOf(parseListSearch(auditList, params), pageSize())))
}
