import { dashboardEndpoints } from '@backoffice/contract/endpoints/dashboard'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../net/call.ts'

const REFRESH_MS = 60_000

export const dashboardKeys = { all: ['dashboard'] as const }

export const filesTileQuery = queryOptions({
  queryKey: [...dashboardKeys.all, 'files'],
  queryFn: ({ signal }) => call(dashboardEndpoints.files, { signal }),
  refetchInterval: REFRESH_MS,
})

export const inquiriesTileQuery = queryOptions({
  queryKey: [...dashboardKeys.all, 'inquiries'],
  queryFn: ({ signal }) => call(dashboardEndpoints.inquiries, { signal }),
  refetchInterval: REFRESH_MS,
})
