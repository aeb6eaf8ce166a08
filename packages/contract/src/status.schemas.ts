import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'
import { FILE_STATES } from './file-states.ts'
import { count, nameSchemas, timestamp, uuid } from './values.schemas.ts'

const partState = z.enum(['up', 'down', 'starting'])

/** A part of the period; values are null while no web process recorded them. */
const trendPoint = z.object({
  at: timestamp,
  calls: z.nullable(count),
  /** Replies of 500 and above. */
  failed: z.nullable(count),
  /** 95th percentile of the slowest minute. */
  p95_ms: z.nullable(z.number()),
  /** Maximum number of waiting jobs at the end of a minute. */
  waiting: z.nullable(count),
})
export type TrendPoint = z.output<typeof trendPoint>

nameSchemas({ TrendPoint: trendPoint })

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
      /** Users who exceeded a tenth of a limit that holds results, by rows not found in the last 30 days. */
      users_near_hold: count,
      /** Users whose single inquiries today exceed the limit of different cards. */
      users_with_many_cards: count,
      /** Users who must set up an authenticator at their next call; null unless the caller may list users. */
      second_factor_missing: z.nullable(count),
      /** Last five minutes of all processes. */
      storage: z.object({ calls: count, errors: count, p95_ms: z.nullable(z.number()) }),
      /** Mean of the last minute. */
      rows: z.object({ validated_per_second: z.number(), answered_per_second: z.number() }),
      /** Error replies of the last hour of all processes, most severe first. */
      errors: z.array(
        z.object({
          status: count,
          code: z.string(),
          count,
          /** True if the trail has events of such errors. */
          audited: z.boolean(),
        }),
      ),
      identity: z.object({
        /** Last check by a worker; null if no running worker has checked. */
        check: z.nullable(z.object({ is_up: z.boolean(), checked_at: timestamp })),
        /** Changes of users that the provider has not applied. */
        waiting: count,
        failed: count,
        oldest_seconds: z.nullable(count),
      }),
      mail: z.object({
        /** Null if no worker runs. `none`: without a mail server, mail is dropped. */
        delivery: z.nullable(z.enum(['smtp', 'outbox', 'none'])),
        /** Start of the counted period. */
        since: timestamp,
        sent: count,
        last_sent_at: z.nullable(timestamp),
        failed: count,
        last_failed_at: z.nullable(timestamp),
        waiting: count,
        oldest_seconds: z.nullable(count),
      }),
    }),
  },
  trends: {
    summary: 'Calls, errors, durations and queue of the last hour and day',
    audit: { resource: 'system', action: 'view' },
    /** `hour`: by minute. `day`: by half an hour. Both end with the last complete minute. */
    reply: z.object({ as_of: timestamp, hour: z.array(trendPoint), day: z.array(trendPoint) }),
  },
} satisfies Record<string, Schemas>
