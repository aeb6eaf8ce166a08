import { type CaseCounts, type CaseDetail, type CaseRow, caseEndpoints } from '@backoffice/contract/cases'
import type { CallInput } from '@backoffice/contract/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { setNavigationCounts } from '../../../kit/navigation/shell-state.ts'
import { recordKeys, rowsOfList } from '../../../kit/record/record-queries.ts'
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

export function casesQuery(query: NonNullable<CallInput<typeof caseEndpoints.list>['body']>) {
  return queryOptions({
    queryKey: [...caseKeys.lists, query],
    queryFn: ({ signal }) => call(caseEndpoints.list, { body: query, signal }),
  })
}

/** Case numbers of the current or last visible list. */
export const shownCaseNumbers = () => rowsOfList<CaseRow>(caseKeys.lists).map(({ case_no }) => case_no)

/** A case with the current status of its purchases. `id`: id or case number. */
export function caseQuery(id: string) {
  return queryOptions({
    queryKey: caseKeys.record(id),
    queryFn: ({ signal }) => call(caseEndpoints.get, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: CASE_POLL_MS,
  })
}

/** Users who can see a case and whose name contains the text. */
export function readersQuery(caseId: string, text: string) {
  return queryOptions({
    queryKey: [...caseKeys.people, caseId, text],
    queryFn: async ({ signal }) =>
      (await call(caseEndpoints.people, { query: { case_id: caseId, q: text }, signal })).items,
    placeholderData: keepPreviousData,
  })
}

export function storeCase(found: CaseDetail): void {
  queryClient.setQueryData(caseKeys.record(found.case_no), found)
}

/** Stores the row of a case, which a refused write returns, in the record that is open. */
export function storeCaseRow(row: CaseRow): void {
  queryClient.setQueryData<CaseDetail>(caseKeys.record(row.case_no), (found) => found && { ...found, ...row })
}
