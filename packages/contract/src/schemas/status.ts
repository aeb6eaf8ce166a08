import * as z from 'zod/mini'
import type { Schemas } from '../endpoint.ts'
import { FILE_STATES } from '../file-states.ts'
import { count, timestamp, uuid } from './values.ts'

const partState = z.enum(['up', 'down', 'starting'])

export const statusSchemas = {
  get: {
    summary: 'Current state of processes, queues, database and storage',
    audit: { resource: 'system', action: 'view' },
    reply: z.object({
      as_of: timestamp,
      /** State of each part, as seen by the replying process. */
      parts: z.array(z.object({ name: z.string(), state: partState, message: z.string() })),
      /** Live processes, oldest of each kind first. */
      processes: z.array(
        z.object({
          id: uuid,
          kind: z.enum(['web', 'worker']),
          build: z.string(),
          started_at: timestamp,
          memory_bytes: count,
          /** 99th percentile of the last seconds. */
          event_loop_delay_ms: z.number(),
          /** Mean of the last five minutes, or since the start; null for a worker. */
          calls_per_second: z.nullable(z.number()),
          p95_ms: z.nullable(z.number()),
          /** Database connections. */
          pool: z.object({ total: count, idle: count, waiting: count, max: count }),
          /** Open event streams. */
          streams: count,
        }),
      ),
      queues: z.array(
        z.object({
          name: z.string(),
          waiting: count,
          active: count,
          /** Failed in the last day. */
          failed: count,
          oldest_seconds: z.nullable(count),
        }),
      ),
      files: z.array(z.object({ state: z.enum(FILE_STATES), files: count })),
      /** Results currently held for review. */
      held_results: count,
      /** Users who must set up an authenticator at their next call; null unless the caller may list users. */
      second_factor_missing: z.nullable(count),
      /** Last five minutes of all processes. */
      storage: z.object({ calls: count, errors: count, p95_ms: z.nullable(z.number()) }),
      /** Mean of the last minute. */
      rows: z.object({ validated_per_second: z.number(), answered_per_second: z.number() }),
      /** Error replies of the last hour of all processes, most severe first. */
      errors: z.array(z.object({ status: count, code: z.string(), count })),
    }),
  },
} satisfies Record<string, Schemas>
