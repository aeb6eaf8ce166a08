import { type CaseCounts, caseEndpoints } from '@backoffice/contract/cases'
import { queryOptions } from '@tanstack/react-query'
import { setNavigationCounts } from '../../../kit/navigation/shell-state.ts'
import { recordKeys } from '../../../kit/record/record-queries.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'

export const CASES = { path: '/cases', noun: 'case' } as const

export const caseKeys = {
  all: ['cases'] as const,
  lists: ['cases', 'list'] as const,
  /** `id`: id in the address, usually the case number. */
  record: (id: string) => ['cases', 'record', id] as const,
  people: ['cases', 'people'] as const,
}

/** Interval at which purchases, counts and notices are read again while the page is visible. */
export const CASE_POLL_MS = 60_000

/** Counts of the views; also sets the count of the sidebar. */
export const caseCountsQuery = queryOptions({
  queryKey: [...caseKeys.all, 'counts'],
  queryFn: async ({ signal }): Promise<CaseCounts> => {
    const counts = await call(caseEndpoints.counts, { signal })
    const count = counts.OVERDUE
    setNavigationCounts({ '/cases': { count, text: `${count} overdue`, isBad: true } })
    return counts
  },
  refetchInterval: CASE_POLL_MS,
})

/** The signed-in user as an assignee; null if the user may not update cases. */
export const ownPersonQuery = queryOptions({
  queryKey: [...caseKeys.people, 'own'],
  queryFn: async ({ signal }) => {
    const { items } = await call(caseEndpoints.people, { query: {}, signal })
    return items.find(({ is_own }) => is_own) ?? null
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Refreshes the data that a change of a case affects. */
export async function refreshCases(): Promise<void> {
  await Promise.all(
    [caseKeys.all, recordKeys.histories('case')].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
