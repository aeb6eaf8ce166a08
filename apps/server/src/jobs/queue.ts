import { type ConstructorOptions, type Db, PgBoss, type StopOptions } from 'pg-boss'
import type { Mail } from '../adapters/mail/mailer.ts'
import type { StoredForm } from '../adapters/storage/object-keys.ts'
import {
  CALL_SILENCE_TIMEOUT_MS,
  createPool,
  type PoolOptions,
  type Tx,
  toJobDatabase,
} from '../db/client.ts'
import { listen } from '../db/listener.ts'
import { withOrigin } from '../telemetry/call-context.ts'

/** A job of one attempt, so that a failure of an earlier attempt does not affect a later one. */
export type FileJob = { filekey: string; attempt: number }

/** Data of each job by name. */
export type Jobs = {
  'validate-file': FileJob
  'answer-chunk': FileJob & { chunkNo: number }
  'finish-file': FileJob
  'stage-file': FileJob
  'apply-import': FileJob
  'export-list': FileJob
  'apply-action': FileJob
  'prepare-copy': { filekey: string } & StoredForm
  'clean-file': { filekey: string }
  'drop-staging': { filekey: string }
  'expire-files': Record<string, never>
  'expire-approvals': Record<string, never>
  'expire-access': Record<string, never>
  'expire-confirmations': Record<string, never>
  'follow-reviews': Record<string, never>
  'apply-review': { reviewId: string }
  'remove-old-files': Record<string, never>
  'rotate-signing-key': Record<string, never>
  'follow-cases': Record<string, never>
  /** If `isWhole`, also copies sums that have not changed. */
  'copy-sums': { isWhole?: boolean | undefined }
  'tell-provider': { userId: string }
  'tell-provider-due': Record<string, never>
  /** `path` is the page of the application that the mail links to. */
  'send-mail': Mail & { path?: string | undefined }
}
export type JobName = keyof Jobs

/** Dead letter queue. */
export const FAILED_JOBS = 'failed-jobs'

/** Sends a job in the transaction, so that it exists only if that commits. */
export type SendJob = <N extends JobName>(
  tx: Tx,
  name: N,
  data: Jobs[N],
  options?: {
    delaySeconds?: number
    /** In a queue of `ONE_BY_ONE`, one job of a group runs at a time. */
    group?: string | undefined
  },
) => Promise<void>

export const JOB_NAMES = [
  'validate-file',
  'answer-chunk',
  'finish-file',
  'stage-file',
  'apply-import',
  'export-list',
  'apply-action',
  'prepare-copy',
  'clean-file',
  'drop-staging',
  'expire-files',
  'expire-approvals',
  'expire-access',
  'expire-confirmations',
  'follow-reviews',
  'apply-review',
  'remove-old-files',
  'rotate-signing-key',
  'follow-cases',
  'copy-sums',
  'tell-provider',
  'tell-provider-due',
  'send-mail',
] as const satisfies readonly JobName[]

/** Queues whose groups run one job at a time, over all workers. */
export const ONE_BY_ONE: readonly JobName[] = ['validate-file']

const EVERY_MINUTE: readonly JobName[] = [
  'expire-files',
  'expire-approvals',
  'expire-access',
  'expire-confirmations',
  'follow-reviews',
  'follow-cases',
  'copy-sums',
  'tell-provider-due',
]

/** True for a job that the schedule soon sends again. */
export const isSentEveryMinute = <N extends JobName>(name: N, data: Jobs[N]): boolean =>
  EVERY_MINUTE.includes(name) && !('isWhole' in data)

/** Retries of mail take about three hours, as long as a mail server may be down or postpone an unknown sender. */
const MAIL_RETRIES = { retryLimit: 20, retryDelayMax: 900 }

/** A dead worker's job goes to another after this time, the minimum of pg-boss; about 15 seconds including checks. */
export const HEARTBEAT_SECONDS = 10
const SUPERVISE_SECONDS = 2

const SCHEMA = 'pgboss'

/** Also ends the connections when stopped. */
class Queue extends PgBoss {
  readonly #end: () => Promise<void>

  constructor(connectionString: string, pool: PoolOptions, options: ConstructorOptions) {
    const db = createQueueDatabase(connectionString, pool)
    super({ ...options, db, schema: SCHEMA })
    this.#end = db.end
  }

  override async stop(options?: StopOptions): Promise<void> {
    await super.stop(options)
    await this.#end()
  }
}

/**
 * `send` sends only. `work` also runs jobs, supervises workers and runs the schedule. `connectionString` must not lead
 * through a pooler in transaction mode.
 */
export function createQueue(
  connectionString: string,
  role: 'send' | 'work',
  onError: (error: Error) => void,
): PgBoss {
  const connections = { max: role === 'work' ? 4 : 2, applicationName: `backoffice ${role}`, onError }
  const boss = new Queue(connectionString, connections, {
    migrate: false,
    createSchema: false,
    supervise: role === 'work',
    schedule: role === 'work',
    useListenNotify: role === 'work',
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // Only the owner of the tables may rebuild indexes.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => onError(toError(error)))
  return boss
}

/** pg-boss reports some errors as plain objects with their message and stack. */
const toError = (error: Error): Error => (error instanceof Error ? error : Object.assign(new Error(), error))

export function createSendJob(boss: PgBoss): SendJob {
  return async (tx, name, data, { delaySeconds = 0, group } = {}) => {
    await boss.send(name, withOrigin(data), {
      db: toJobDatabase(tx),
      // In seconds, by the database's clock.
      startAfter: delaySeconds,
      ...(group !== undefined && { group: { id: group } }),
    })
  }
}

/** Sends one job from a command, as the owner of the tables. */
export async function sendAsOwner<N extends JobName>(
  ownerConnectionString: string,
  name: N,
  data: Jobs[N],
): Promise<void> {
  const options = { migrate: false, createSchema: false, supervise: false, schedule: false }
  const boss = new Queue(ownerConnectionString, { asOwner: true, max: 1 }, options)
  boss.on('error', () => {})
  try {
    await boss.start()
    await boss.send(name, data)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Installs the tables of pg-boss, the queues and the application role's grants, as the owner, once per release. */
export async function installQueues(ownerConnectionString: string): Promise<void> {
  const owner = { asOwner: true, max: 2 }
  const boss = new Queue(ownerConnectionString, owner, { supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  try {
    // After these retries the job goes to FAILED_JOBS, whose job ends the file's work (`failAfterRetries`).
    const options = { retryLimit: 10, retryDelay: 1, retryBackoff: true, retryDelayMax: 15, notify: true }
    await ensureQueue(boss, FAILED_JOBS, { retryLimit: 10, retryDelay: 5, notify: true })
    for (const name of JOB_NAMES) {
      await ensureQueue(boss, name, {
        ...options,
        ...(name === 'send-mail' && MAIL_RETRIES),
        heartbeatSeconds: HEARTBEAT_SECONDS,
        expireInSeconds: 3600,
        deleteAfterSeconds: 24 * 3600,
        deadLetter: FAILED_JOBS,
      })
    }
    for (const name of EVERY_MINUTE) await boss.schedule(name, '* * * * *', {})
    // At night in Manila; cron runs in UTC.
    await boss.schedule('remove-old-files', '17 18 * * *', {})
    await boss.schedule('rotate-signing-key', '37 18 * * *', {})
    await boss.schedule('copy-sums', '57 18 * * *', { isWhole: true }, { key: 'whole' })
    await boss.getDb().executeSql(`
      GRANT USAGE ON SCHEMA ${SCHEMA} TO backoffice_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${SCHEMA} TO backoffice_app;
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${SCHEMA} TO backoffice_app;
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${SCHEMA} TO backoffice_app`)
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function ensureQueue(boss: PgBoss, name: string, options: Parameters<PgBoss['createQueue']>[1]) {
  if (await boss.getQueue(name)) await boss.updateQueue(name, { ...options })
  else await boss.createQueue(name, options)
}

/** Connections of pg-boss, to the writable host. Losing them never ends the process. */
function createQueueDatabase(connectionString: string, options: PoolOptions) {
  const onError = options.onError ?? (() => {})
  // The owner's statements change tables, which may take long.
  const limit = options.asOwner ? {} : { silenceTimeoutMs: CALL_SILENCE_TIMEOUT_MS }
  const pool = createPool(connectionString, { ...limit, ...options })
  return {
    executeSql: (text, values) => pool.query(text, values as unknown[]),
    async listen(channel, onNotification, onListening) {
      return listen({
        connectionString,
        applicationName: 'backoffice queue',
        channels: [channel],
        onNotification: ({ payload }) => payload !== undefined && onNotification(payload),
        onListening,
        onLost: onError,
      })
    },
    end: () => pool.end(),
  } satisfies Db & { end: () => Promise<void> }
}

/** Throws if the queue is unreachable or not installed. */
export async function checkQueue(boss: PgBoss): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql('SELECT count(*)::int AS queues FROM pgboss.queue WHERE name = ANY($1)', [[...JOB_NAMES]])
  const [{ queues = 0 } = {}] = rows as { queues?: number }[]
  if (queues < JOB_NAMES.length) throw new Error('Queues are missing: run the migrations.')
}
