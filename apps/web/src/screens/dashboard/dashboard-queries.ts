import { dashboardEndpoints } from '@backoffice/contract/endpoints/dashboard'
import { queryOptions } from '@tanstack/react-query'
import { DEPENDS_ON_FILES } from '../../files/file-cache.ts'
import { call } from '../../net/call.ts'

const REFRESH_MS = 60_000

export const filesTileQuery = queryOptions({
  queryKey: ['dashboard', 'files'],
  queryFn: ({ signal }) => call(dashboardEndpoints.files, { signal }),
  refetchInterval: REFRESH_MS,
  meta: DEPENDS_ON_FILES,
})

export const inquiriesTileQuery = queryOptions({
  queryKey: ['dashboard', 'inquiries'],
  queryFn: ({ signal }) => call(dashboardEndpoints.inquiries, { signal }),
  refetchInterval: REFRESH_MS,
  meta: DEPENDS_ON_FILES,
})
