import { PERMISSIONS, type Permission, type Resource, resourceOf } from './access.ts'
import { addresses, type Reply } from './endpoint.ts'
import type { historySchemas } from './history.schemas.ts'

/** Permissions by resource; any one of them allows reading the history of its records. */
export const HISTORY_PERMISSIONS = historyPermissions()

function historyPermissions(): ReadonlyMap<Resource, readonly Permission[]> {
  // The dashboard and the audit trail have no records.
  const recordless: readonly Permission[] = ['dashboard:view', 'audit:view']
  const views = PERMISSIONS.filter((each) => each.endsWith(':view') && !recordless.includes(each))
  return new Map<Resource, readonly Permission[]>([
    ...views.map((each) => [resourceOf(each), [each]] as const),
    ['inquiry', ['inquiry:run', 'inquiry:view-all']],
    // Any user may have requests, so the server checks the request.
    ['approval', views],
  ])
}

export const historyEndpoints = addresses<typeof historySchemas>('user')({
  get: {
    method: 'GET',
    path: '/history/:resource/:id',
    // HISTORY_PERMISSIONS is not empty.
    access: {
      anyOf: [...new Set([...HISTORY_PERMISSIONS.values()].flat())] as [Permission, ...Permission[]],
    },
    effect: 'read',
  },
})

export type HistoryEvent = Reply<typeof historyEndpoints.get>['items'][number]
