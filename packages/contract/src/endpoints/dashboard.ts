import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { PURPOSES } from '../purposes.ts'
import { count, timestamp } from '../schemas.ts'

/** Counts of all users' work, the same for every caller; days in Manila's time zone. */
export const dashboardEndpoints = {
  files: endpoint({
    api: 'operations',
    method: 'GET',
    path: '/dashboard/files',
    summary: 'Files received, under way, waiting and ended today',
    access: 'dashboard:view',
    audit: { resource: 'dashboard', action: 'view' },
    effect: 'read',
    reply: z.object({
      as_of: timestamp,
      received: count,
      processing: count,
      awaiting_confirmation: count,
      completed: count,
      with_errors: count,
      failed: count,
      /** Seconds the longest-waiting file has waited for a worker or a person. */
      oldest_waiting_seconds: z.nullable(count),
      /** Received per day over the last 7 days, today last. */
      received_by_day: z.array(count),
    }),
  }),
  inquiries: endpoint({
    api: 'operations',
    method: 'GET',
    path: '/dashboard/inquiries',
    summary: 'Inquiries open, their usual time and their purposes',
    access: 'dashboard:view',
    audit: { resource: 'dashboard', action: 'view' },
    effect: 'read',
    reply: z.object({
      as_of: timestamp,
      open: count,
      today: count,
      /** Median seconds from confirmation to result over the last 30 days. */
      median_seconds: z.nullable(z.number()),
      oldest_open_seconds: z.nullable(count),
      by_purpose: z.array(z.object({ purpose: z.enum(PURPOSES), count })),
      by_day: z.array(count),
    }),
  }),
}
