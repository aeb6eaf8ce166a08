import { type CaseDetail, type CaseRow, caseEndpoints } from '@backoffice/contract/cases'
import type { CallInput } from '@backoffice/contract/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { rowsOfList } from '../../kit/record/record-queries.ts'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import { CASE_POLL_MS, caseKeys } from './start/case-queries.ts'

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
