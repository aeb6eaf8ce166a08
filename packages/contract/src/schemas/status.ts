import * as z from 'zod/mini'
import type { Schemas } from '../endpoint.ts'
import { FILE_STATES } from '../file-states.ts'
import { count, timestamp, uuid } from './values.ts'

const partState = z.enum(['up', 'down', 'starting'])

export const statusSchemas = {
  get: {
    summary: 'How processes, queues, database and storage do now',
    audit: { resource: 'system', action: 'view' },
    reply: z.object({
      as_of: timestamp,
      /** As the process that answered sees them. */
      parts: z.array(z.object({ name: z.string(), state: partState, message: z.string() })),
      /** Alive now, the oldest of each kind first. */
      processes: z.array(
        z.object({
          id: uuid,
          kind: z.enum(['web', 'worker']),
          build: z.string(),
          started_at: timestamp,
          memory_bytes: count,
          /** The 99th percentile of the last seconds. */
          event_loop_delay_ms: z.number(),
          /** Over the last five minutes, or since its start; null for a worker. */
          calls_per_second: z.nullable(z.number()),
          p95_ms: z.nullable(z.number()),
          /** Connections to the database. */
          pool: z.object({ total: count, idle: count, waiting: count, max: count }),
          /** Pages that follow files live. */
          streams: count,
        }),
      ),
      queues: z.array(
        z.object({
          name: z.string(),
          waiting: count,
          active: count,
          /** Given up in the last day. */
          failed: count,
          oldest_seconds: z.nullable(count),
        }),
      ),
      files: z.array(z.object({ state: z.enum(FILE_STATES), files: count })),
      /** Results that are held for a check now. */
      held_results: count,
      /** Over the last five minutes, all processes together. */
      storage: z.object({ calls: count, errors: count, p95_ms: z.nullable(z.number()) }),
      /** Over the last minute. */
      rows: z.object({ validated_per_second: z.number(), answered_per_second: z.number() }),
      /** Replies of the last hour by processes that run or died, the gravest first. */
      errors: z.array(z.object({ status: count, code: z.string(), count })),
    }),
  },
} satisfies Record<string, Schemas>
