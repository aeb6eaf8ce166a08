/**
 * Whether a process can do its work, and if not, what is missing. The reply is public: its sentences are written here,
 * never taken from an error.
 */

type CheckState = 'up' | 'down' | 'starting'
type CheckName = 'database' | 'queue' | 'storage' | 'identity' | 'user_pool'
type Check = {
  probe: () => Promise<unknown>
  /**
   * `always`: without it the process serves nothing. `start`: a new process must not replace another without it, but one
   * that runs goes on with what does not need it. `never`: only reported.
   */
  needed: 'always' | 'start' | 'never'
}

export type Readiness = {
  /** Of what the process needs; until then, and until `started`, it is starting. */
  add: (checks: Partial<Record<CheckName, Check>>) => void
  started: () => void
  stopping: () => void
  report: () => Promise<ReadinessReport>
}

type ReadinessReport = {
  status: 'ready' | 'not_ready'
  process: { state: 'running' | 'starting' | 'stopping'; message: string }
  checks: { name: CheckName; state: CheckState; message: string }[]
}

const TIMEOUT_MS = 2_000
/** Balancers ask often, and there may be many of them. */
const CACHED_MS = 1_000

const PROCESS_MESSAGES = {
  running: 'The process takes work.',
  starting: 'The process is starting: wait a moment.',
  stopping: 'The process is stopping: it finishes what it has begun and takes nothing new.',
}

const MESSAGES: Record<CheckName, { up: string; down: string }> = {
  database: {
    up: 'The database answers.',
    down: 'The database does not answer: look whether it runs, has a leader and has connections left.',
  },
  queue: {
    up: 'The queue of jobs answers.',
    down: 'The queue of jobs does not answer, or its tables are missing: look at the database, then run the migrations.',
  },
  storage: {
    up: 'The storage of files answers.',
    down: 'The storage of files does not answer: look whether it runs, and whether this process may use it.',
  },
  identity: {
    up: 'The keys that sign-ins are checked with are loaded.',
    down: 'The keys that sign-ins are checked with cannot be read: look at the identity provider.',
  },
  user_pool: {
    up: 'The user pool takes changes of users.',
    down: 'The user pool takes no changes of users: look at the log of the workers, then at the pool and the permissions of this system.',
  },
}

type Options = { timeoutMs?: number; cachedMs?: number; now?: () => number }

export function createReadiness({
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
      // The keys of the parameter are the names.
      for (const [name, check] of Object.entries(added) as [CheckName, Check][])
        checks.set(name, watch(check))
      cached = undefined
    },
    started() {
      if (state === 'starting') state = 'running'
    },
    stopping() {
      state = 'stopping'
    },
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

function watch({ probe, needed }: Check) {
  let wasUp = false
  let running: Promise<boolean> | undefined
  return {
    isNeeded: () => needed === 'always' || (needed === 'start' && !wasUp),
    async isUp(timeoutMs: number): Promise<boolean> {
      // A probe that hangs is not joined by others, each with a connection of its own.
      running ??= probe()
        .then(
          () => true,
          () => false,
        )
        .finally(() => (running = undefined))
      const isUp = await Promise.race([running, afterwards(timeoutMs)])
      wasUp ||= isUp
      return isUp
    },
  }
}

const afterwards = (ms: number) =>
  new Promise<false>((resolve) => void setTimeout(resolve, ms, false).unref())
