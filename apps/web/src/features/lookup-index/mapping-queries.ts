import type { ListQuery } from '@backoffice/contract/list'
import { gapsList } from '@backoffice/contract/lists/mapping-gaps'
import { mappingEndpoints } from '@backoffice/contract/mapping'
import { queryOptions } from '@tanstack/react-query'
import { parseListSearch, queryOf, type SearchParams } from '../../kit/list/list-search.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { call } from '../../net/call.ts'
import { prefetch } from '../../net/query-client.ts'
import { gapFiguresQuery, mappingKey, mappingRefresh } from '../mapping/gap-figures.ts'

export const tableFiguresQuery = queryOptions({
  queryKey: [...mappingKey, 'tables'],
  queryFn: async ({ signal }) => (await call(mappingEndpoints.tables, { signal })).items,
  ...mappingRefresh,
})

type GapField = keyof typeof gapsList.fields

export const gapsQuery = (query: ListQuery<GapField>) =>
  queryOptions({
    queryKey: [...mappingKey, 'gaps', query],
    queryFn: ({ signal }) => call(mappingEndpoints.list, { body: query, signal }),
    ...mappingRefresh,
  })

/** Prefetches the first figures while the screen loads. */
export function loadLookupIndex(params: SearchParams): void {
  prefetch(tableFiguresQuery)
  prefetch(gapFiguresQuery)
  prefetch(gapsQuery(queryOf(parseListSearch(gapsList, params), pageSize())))
}
