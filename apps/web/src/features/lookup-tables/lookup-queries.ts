import type { ListQuery } from '@backoffice/contract/list'
import { listInput, tableEndpoints } from '@backoffice/contract/lookup-tables'
import { type TableDeclaration, tableList } from '@backoffice/contract/table'
import { queryOptions } from '@tanstack/react-query'
import { parseListSearch, queryOf, type SearchParams } from '../../kit/list/list-search.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { recordKeys } from '../../kit/record/record-queries.ts'
import type { Row } from '../../kit/record/rows.ts'
import { call } from '../../net/call.ts'
import { prefetch } from '../../net/query-client.ts'

type Page = {
  items: Row[]
  total: number
  total_estimated: boolean
  page_size: number
  next: string | null
  previous: string | null
}

export function rowsQuery(table: TableDeclaration, query: ListQuery) {
  return queryOptions({
    queryKey: [...recordKeys.lists(table), query],
    queryFn: async ({ signal }) => {
      // The types cannot follow the schemas of a table declaration.
      const input = { ...listInput(table, query), signal } as never
      return (await call(tableEndpoints(table).list, input)) as unknown as Page
    },
  })
}

/** Prefetches the rows while the screen loads. */
export function loadRows(table: TableDeclaration, params: SearchParams): void {
  const query = queryOf(parseListSearch(tableList(table), params), pageSize())
  prefetch(rowsQuery(table, query))
}
