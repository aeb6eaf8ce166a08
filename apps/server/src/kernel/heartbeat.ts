import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { WorkerServices } from '../telemetry/process-figures.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { Clock } from './clock.ts'

type Options = {
  db: Database
  clock: Clock
  kind: 'web' | 'worker'
  build: string
  telemetry: Pick<Telemetry, 'latencies' | 'figures'>
  /** APIs that a web process serves. */
  apis?: Config['apis']
  everyMs?: number
  onError: (error: unknown) => void
}

const DAY_MS = 86_400_000
/** A process silent for longer is not alive. Four beats, with a tolerance for clock skew. */
const SILENCE_MS = 20_000

export type Heartbeat = {
  /** Live web processes that serve one of this process's APIs, itself included, at the last beat. */
  webProcesses: () => number
  stop: () => Promise<void>
}

/** Reports every few seconds that this process is alive. A failed beat is reported and the next one tried. */
export function startHeartbeat({
  db,
  clock,
  kind,
  build,
  telemetry,
  apis = 'both',
  everyMs = 5_000,
  onError,
}: Options): Heartbeat {
  const id = randomUUID()
  const startedAt = clock.now()
  let isStopped = false
  let webProcesses = 1
  let timer: NodeJS.Timeout | undefined

  async function beat() {
    const now = clock.now()
    const { latencies, figures } = telemetry
    const own = { build, seen_at: now, calls: latencies(), figures: { ...figures() } }
    await db
      .insertInto('processes')
      .values({ id, kind, apis, started_at: startedAt, ...own })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(own))
      .execute()
    // Removes processes that died without stopping.
    await db
      .deleteFrom('processes')
      .where('seen_at', '<', new Date(now.getTime() - DAY_MS))
      .execute()
    if (kind === 'web') webProcesses = Math.max(1, await countWebProcesses(now))
  }

  async function countWebProcesses(now: Date) {
    const { count } = await db
      .selectFrom('processes')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('kind', '=', 'web')
      .where('seen_at', '>', new Date(now.getTime() - SILENCE_MS))
      .$if(apis !== 'both', (query) => query.where('apis', 'in', ['both', apis]))
      .executeTakeFirstOrThrow()
    return count
  }

  async function beatOn(): Promise<void> {
    await beat().catch(onError)
    if (!isStopped) timer = setTimeout(() => (running = beatOn()), everyMs).unref()
  }

  let running = beatOn()
  return {
    webProcesses: () => webProcesses,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
      await db.deleteFrom('processes').where('id', '=', id).execute().catch(onError)
    },
  }
}

/** Build id of the web application; `unknown` without a build. */
export async function readBuildId(webDist: string): Promise<string> {
  try {
    const { id } = JSON.parse(await readFile(join(webDist, 'builds/latest.json'), 'utf8')) as { id?: unknown }
    return typeof id === 'string' ? id : 'unknown'
  } catch {
    return 'unknown'
  }
}

const EVERY_MS = 30_000

/** Checks the identity provider regularly. `last` is null before the first check has ended. */
export function watchProvider(check: () => Promise<unknown>, clock: Clock) {
  let last: WorkerServices['provider'] = null
  async function run() {
    const is_up = await check().then(
      () => true,
      () => false,
    )
    last = { is_up, checked_at: clock.now().toISOString() }
  }
  const timer = setInterval(run, EVERY_MS).unref()
  void run()
  return { last: () => last, stop: () => clearInterval(timer) }
}
