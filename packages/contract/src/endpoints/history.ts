import * as z from 'zod/mini'
import { PERMISSIONS, type Permission, type Resource, resourceOf } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { count, timestamp, uuid } from '../schemas.ts'

/** By resource the permissions of which one is enough to read the history of its records. */
export const HISTORY_PERMISSIONS = historyPermissions()

function historyPermissions(): ReadonlyMap<Resource, readonly Permission[]> {
  // The dashboard and the trail itself have no records.
  const recordless: readonly Permission[] = ['dashboard:view', 'audit:view']
  const views = PERMISSIONS.filter((each) => each.endsWith(':view') && !recordless.includes(each))
  return new Map<Resource, readonly Permission[]>([
    ...views.map((each) => [resourceOf(each), [each]] as const),
    ['inquiry', ['inquiry:run', 'inquiry:view-all']],
  ])
}

const event = z.object({
  id: z.string(),
  at: timestamp,
  /** Without an id: the system. */
  actor: z.object({ id: z.nullable(uuid), name: z.string() }),
  /** `resource.action`. */
  action: z.string(),
  outcome: z.enum(['done', 'refused']),
  /** By field: before and after. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  reason: z.nullable(z.string()),
  /** Number of equal events that this one stands for. */
  count,
  request_id: z.nullable(z.string()),
})
export type HistoryEvent = z.output<typeof event>

export const historyEndpoints = {
  get: endpoint({
    api: 'user',
    method: 'GET',
    path: '/history/:resource/:id',
    summary: 'What happened to a record, newest first: 50 events, and those after a cursor',
    // At least one: HISTORY_PERMISSIONS is not empty.
    access: { anyOf: [...HISTORY_PERMISSIONS.values()].flat() as [Permission, ...Permission[]] },
    effect: 'read',
    audit: { resource: 'audit', resourceIn: 'params.resource', action: 'history', id: 'params.id' },
    params: z.object({ resource: z.enum([...HISTORY_PERMISSIONS.keys()]), id: uuid }),
    query: z.object({ after: z.optional(z.string().check(z.regex(/^\d{1,18}$/))) }),
    reply: z.object({ items: z.array(event), next: z.nullable(z.string()) }),
  }),
}
