import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { reasonOf, withoutNumbers } from './error-reason.ts'
import { HIDDEN_FROM_DOCS } from './served-apis.ts'

/**
 * Readiness of a process. The reply is public, so its messages are fixed and never come from an error. The log has the
 * cause of a failed check, once until it changes.
 */

type CheckState = 'up' | 'down' | 'starting'
type CheckName =
  | 'database'
  | 'clock'
  | 'ledger'
  | 'queue'
  | 'storage'
  | 'identity'
  | 'user_pool'
  | 'evidence_key'
type Check = {
  probe: () => Promise<unknown>
  /**
   * `always`: the process serves nothing without it. `start`: required of a new process only; a running one continues
   * with the rest. `never`: only reported.
   */
  needed: 'always' | 'start' | 'never'
}

export type Readiness = {
  /** Adds checks. The process is starting until it has checks and `started` is called. */
  add: (checks: Partial<Record<CheckName, Check>>) => void
  started: () => void
  stopping: () => void
  isStopping: () => boolean
  report: () => Promise<ReadinessReport>
}

type ReadinessReport = {
  status: 'ready' | 'not_ready'
  process: { state: 'running' | 'starting' | 'stopping'; message: string }
  checks: { name: CheckName; state: CheckState; message: string }[]
}

const TIMEOUT_MS = 2_000
/** Limits the cost of frequent probes from many balancers. */
const CACHED_MS = 1_000

const PROCESS_MESSAGES = {
  running: 'The process accepts work.',
  starting: 'The process is starting. Wait a moment.',
  stopping: 'The process is stopping. It finishes current work and accepts no new work.',
}

const MESSAGES: Record<CheckName, { up: string; down: string }> = {
  database: {
    up: 'The database responds.',
    down: 'The database does not respond. Check that it runs, has a leader and has free connections.',
  },
  clock: {
    up: 'The clock agrees with the database’s.',
    down: 'The clock differs from the database’s by minutes, so that sign-ins, links and schedules are wrong. Set both by NTP.',
  },
  ledger: {
    up: 'The ledger responds.',
    down: 'The ledger does not respond, so cards and transactions can’t be read and files wait. Check that its database runs and has free connections.',
  },
  queue: {
    up: 'The job queue responds.',
    down: 'The job queue does not respond, or its tables are missing. Check the database, then run the migrations.',
  },
  storage: {
    up: 'The file storage responds.',
    down: 'The file storage does not respond. Check that it runs and that this process may use it.',
  },
  identity: {
    up: 'The sign-in keys are loaded.',
    down: 'The sign-in keys can’t be read. Check the identity provider.',
  },
  evidence_key: {
    up: 'The evidence of access reviews can be signed.',
    down: 'The evidence of access reviews can’t be signed. Set EVIDENCE_KEY for all processes.',
  },
  user_pool: {
    up: 'The user pool accepts changes to users.',
    down: 'The user pool rejects changes to users. Check the worker logs, then the pool and its permissions.',
  },
}

export type CheckLog = Pick<Logger, 'warn' | 'info'>
type Options = { log?: CheckLog; timeoutMs?: number; cachedMs?: number; now?: () => number }

export function createReadiness({
  log,
  timeoutMs = TIMEOUT_MS,
  cachedMs = CACHED_MS,
  now = () => performance.now(),
}: Options = {}): Readiness {
  const checks = new Map<CheckName, ReturnType<typeof watch>>()
  let state: ReadinessReport['process']['state'] = 'starting'
  let cached: { until: number; results: Promise<{ name: CheckName; isUp: boolean }[]> } | undefined

  const results = () => {
    if (cached && cached.until > now()) return cached.results
    const all = [...checks].map(async ([name, check]) => ({ name, isUp: await check.isUp(timeoutMs) }))
    cached = { until: now() + cachedMs, results: Promise.all(all) }
    return cached.results
  }

  return {
    add(added) {
      for (const [name, check] of Object.entries(added) as [CheckName, Check][])
        checks.set(name, watch(name, check, log))
      cached = undefined
    },
    started() {
      if (state === 'starting') state = 'running'
      // Logs what fails, before anything requests the state.
      void results()
    },
    stopping() {
      state = 'stopping'
    },
    isStopping: () => state === 'stopping',
    async report() {
      const found = await results()
      const missing = found.some(({ name, isUp }) => !isUp && checks.get(name)?.isNeeded())
      return {
        status: state === 'running' && !missing ? 'ready' : 'not_ready',
        process: { state, message: PROCESS_MESSAGES[state] },
        checks: found.map(({ name, isUp }) => ({
          name,
          state: isUp ? 'up' : state === 'starting' ? 'starting' : 'down',
          message: MESSAGES[name][isUp ? 'up' : 'down'],
        })),
      }
    },
  }
}

function watch(name: CheckName, { probe, needed }: Check, log: CheckLog | undefined) {
  let wasUp = false
  let running: Promise<boolean> | undefined
  /** Null if the check has not failed since it was last up. */
  let cause: string | null = null
  const failed = (error: unknown) => {
    const reason = reasonOf(error)
    const found = withoutNumbers(reason)
    if (found !== cause) log?.warn({ check: name, reason, err: error }, 'check failed')
    cause = found
    return false
  }
  return {
    isNeeded: () => needed === 'always' || (needed === 'start' && !wasUp),
    async isUp(timeoutMs: number): Promise<boolean> {
      // Waits for a hanging probe instead of starting another on a new connection.
      running ??= probe()
        .then(() => true, failed)
        .finally(() => (running = undefined))
      const isUp = await Promise.race([running, afterwards(timeoutMs)])
      // A known cause is more useful. It may have come from this probe, after an earlier timeout.
      if (isUp === undefined && cause === null)
        failed(new Error(`No reply within ${timeoutMs / 1_000} seconds.`))
      if (isUp && cause !== null) {
        log?.info({ check: name }, 'check passes again')
        cause = null
      }
      wasUp ||= isUp ?? false
      return isUp ?? false
    },
  }
}

const afterwards = (ms: number) =>
  new Promise<undefined>((resolve) => void setTimeout(resolve, ms, undefined).unref())

/**
 * `live`, for balancers: the process takes calls, whatever is missing; false while it stops. `ready`: it can serve
 * them; lists what is missing.
 */
export function mountHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/health/live', HIDDEN_FROM_DOCS, async (_request, reply) => {
    const isStopping = readiness.isStopping()
    return reply.status(isStopping ? 503 : 200).send({ status: isStopping ? 'stopping' : 'live' })
  })
  app.get('/health/ready', HIDDEN_FROM_DOCS, async (_request, reply) => {
    const report = await readiness.report()
    return reply.status(statusOf(report)).header('cache-control', 'no-store').send(report)
  })
}

export const statusOf = ({ status }: { status: 'ready' | 'not_ready' }) => (status === 'ready' ? 200 : 503)
