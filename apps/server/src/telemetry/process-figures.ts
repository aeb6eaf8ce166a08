import * as z from 'zod/mini'

const counts = z.record(z.string(), z.number())

/** `provider` is the last check of the identity provider, `mail` where mail goes. */
const workerServices = z.object({
  provider: z.nullable(z.object({ is_up: z.boolean(), checked_at: z.string() })),
  mail: z.enum(['smtp', 'outbox', 'none']),
})
export type WorkerServices = z.output<typeof workerServices>

/** Figures of a process in its heartbeat. Parts may be missing if another release wrote them. */
const processFigures = z.object({
  memory_bytes: z._default(z.number(), 0),
  event_loop_delay_ms: z._default(z.number(), 0),
  pool: z._default(z.object({ total: z.number(), idle: z.number(), waiting: z.number(), max: z.number() }), {
    total: 0,
    idle: 0,
    waiting: 0,
    max: 0,
  }),
  streams: z._default(z.number(), 0),
  services: z._default(z.nullable(workerServices), null),
  /** Rows by phase. */
  rows_last_minute: z._default(counts, {}),
  /** Errors by `status code`. */
  errors_last_hour: z._default(counts, {}),
  /** Last five minutes, `calls` by duration. */
  storage: z._default(z.object({ calls: z.array(z.number()), errors: z.number() }), { calls: [], errors: 0 }),
})

export type ProcessFigures = z.output<typeof processFigures>

export const NO_FIGURES = processFigures.parse({})

export const readFigures = (stored: unknown): ProcessFigures =>
  processFigures.safeParse(stored).data ?? NO_FIGURES
