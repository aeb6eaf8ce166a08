import { api } from '@backoffice/contract/api'
import type { ListQuery } from '@backoffice/contract/list'
import { GAP_TABLES, gapsList } from '@backoffice/contract/mapping-gaps'
import type { OpenPath } from '@backoffice/contract/screens'
import { queryOptions } from '@tanstack/react-query'
import { DEPENDS_ON_FILES } from '../../../files/file-cache.ts'
import type { SearchParams } from '../../../kit/list/list-params.ts'
import { parseListSearch, queryOf } from '../../../kit/list/list-search.ts'
import { setNavigationCounts } from '../../../kit/navigation-counts.ts'
import { pageSize } from '../../../kit/preferences/preferences.ts'
import { call } from '../../../net/call.ts'
import { prefetch } from '../../../net/query-client.ts'

const REFRESH_MS = 60_000

/** Everything about gaps: read again after a code was mapped. */
export const mappingKey = ['mapping'] as const

// A mapping is a tracked file: while it runs the gaps become fewer.
const refreshed = { refetchInterval: REFRESH_MS, meta: DEPENDS_ON_FILES }

export const summaryQuery = queryOptions({
  queryKey: [...mappingKey, 'summary'],
  queryFn: async ({ signal }) => {
    const summary = await call(api.mapping.summary, { signal })
    setNavigationCounts(
      // Each is a screen of its own.
      Object.fromEntries(
        summary.gaps.map(({ kind, codes }) => [GAP_TABLES[kind].table.path as OpenPath, codes]),
      ),
    )
    return summary
  },
  ...refreshed,
})

type GapField = keyof typeof gapsList.fields
export const gapsQuery = (query: ListQuery<GapField>) =>
  queryOptions({
    queryKey: [...mappingKey, 'gaps', query],
    queryFn: ({ signal }) => call(api.mapping.list, { body: query, signal }),
    ...refreshed,
  })

/** Asks for the first figures while the screen is on its way. */
export function loadLookupIndex(params: SearchParams): void {
  prefetch(summaryQuery)
  prefetch(gapsQuery(queryOf(parseListSearch(gapsList, params), pageSize())))
}
