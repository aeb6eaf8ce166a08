import pg from 'pg'
import { expect } from 'vitest'
import type { WorkerDeps } from '../jobs/worker-deps.ts'

/** The worker was killed between two commits. */
export class WorkerKilled extends Error {}

/**
 * A job that pauses before and after every transaction and every statement of a pool, so that a test chooses what runs
 * between any two commits.
 */
export class PausedWork {
  #resume: ((end?: Error) => void) | undefined
  #atRest: () => void = () => {}
  #ended = false
  #failure: unknown
  readonly deps: WorkerDeps

  constructor(deps: WorkerDeps, job: (deps: WorkerDeps) => Promise<unknown>) {
    const pause = () => this.#pause()
    const pool = pausing(deps.pool, pause)
    const ledgerPool = deps.ledger.pool === deps.pool ? pool : pausing(deps.ledger.pool, pause)
    this.deps = {
      ...deps,
      pool,
      ledger: { ...deps.ledger, pool: ledgerPool },
      db: proxy(deps.db, {
        transaction: () => ({
          execute: <T>(work: Parameters<ReturnType<typeof deps.db.transaction>['execute']>[0]) =>
            around(pause, () => deps.db.transaction().execute(work) as Promise<T>),
        }),
      }),
    }
    this.#run(job)
  }

  async #run(job: (deps: WorkerDeps) => Promise<unknown>) {
    try {
      await this.#pause()
      await job(this.deps)
    } catch (error) {
      if (!(error instanceof WorkerKilled)) this.#failure = error
    }
    this.#ended = true
    this.#atRest()
  }

  #pause(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#resume = (end) => (end ? reject(end) : resolve())
      this.#atRest()
    })
  }

  /** Continues to the next pause or the end; `end` kills the worker instead. False once it has ended. */
  async step(end?: Error): Promise<boolean> {
    if (this.#ended) return false
    const rest = new Promise<void>((resolve) => {
      this.#atRest = resolve
    })
    this.#resume?.(end)
    await rest
    if (this.#failure !== undefined) throw this.#failure
    return !this.#ended
  }

  /** Ends the worker before it reaches a further commit. */
  async kill(): Promise<void> {
    while (await this.step(new WorkerKilled())) {}
  }

  async finish(): Promise<void> {
    while (await this.step()) {}
  }
}

async function around<T>(pause: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  await pause()
  const result = await work()
  await pause()
  return result
}

function pausing(pool: pg.Pool, pause: () => Promise<void>): pg.Pool {
  return proxy(pool, {
    connect: async () => {
      await pause()
      return pool.connect()
    },
    query: (text: string, values?: unknown[]) => around(pause, () => pool.query(text, values)),
  })
}

/** Bound, because the classes have private fields. */
function proxy<T extends object>(target: T, replaced: Record<string, unknown>): T {
  return new Proxy(target, {
    get: (_, name) => {
      if (typeof name === 'string' && name in replaced) return replaced[name]
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Waits until one statement waits for the lock of a row. The application's role cannot see the waits of other users. */
export async function untilBlocked({ url }: { url: string }): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%for no key update%'`
  await expect.poll(async () => (await admin.query(waiting)).rows[0].n).toBe(1)
  await admin.end()
}
