import { type ApprovalRow, approvalEndpoints } from '@backoffice/contract/approvals'
import type { CallInput } from '@backoffice/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { rowsOfList } from '../../kit/record/record-queries.ts'
import { call } from '../../net/call.ts'
import { APPROVAL_POLL_MS, approvalKeys } from './requests/approval-queries.ts'

export function approvalsQuery(query: NonNullable<CallInput<typeof approvalEndpoints.list>['body']>) {
  return queryOptions({
    queryKey: [...approvalKeys.lists, query],
    queryFn: ({ signal }) => call(approvalEndpoints.list, { body: query, signal }),
    refetchInterval: APPROVAL_POLL_MS,
  })
}

/** Ids of the current or last visible list. */
export const shownRequests = () => rowsOfList<ApprovalRow>(approvalKeys.lists).map(({ id }) => id)

/** Status of a request in that list; undefined if it has another page or view. */
export const listedStatus = (id: string) =>
  rowsOfList<ApprovalRow>(approvalKeys.lists).find((row) => row.id === id)?.status

export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: approvalKeys.record(id),
    queryFn: ({ signal }) => call(approvalEndpoints.get, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
  })
}

export function rowsQuery(id: string, body: NonNullable<CallInput<typeof approvalEndpoints.rows>['body']>) {
  return queryOptions({
    queryKey: [...approvalKeys.record(id), 'rows', body],
    queryFn: ({ signal }) => call(approvalEndpoints.rows, { params: { id }, body, signal }),
  })
}

/** True if the request can be approved now, by a dry run of the server. */
export function checkQuery(id: string) {
  return queryOptions({
    queryKey: [...approvalKeys.record(id), 'check'],
    queryFn: ({ signal }) => call(approvalEndpoints.check, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
  })
}

export const rulesQuery = queryOptions({
  queryKey: approvalKeys.rules,
  queryFn: ({ signal }) => call(approvalEndpoints.rules, { signal }),
})
