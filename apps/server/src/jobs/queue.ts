import { PgBoss } from 'pg-boss'
import { AS_APPLICATION, jobsIn, type Tx } from '../db/client.ts'

/** Work that belongs to one attempt at a file: a failure of an earlier one says nothing of a later. */
export type FileWork = { filekey: string; attempt: number }

/** Every kind of background work and what it is told. */
export type Jobs = {
  'validate-file': FileWork
  'answer-chunk': FileWork & { chunkNo: number }
  'finish-file': FileWork
  'copy-for-spreadsheets': { filekey: string }
  'clean-file': { filekey: string }
  'expire-files': Record<string, never>
  'remove-old-files': Record<string, never>
  'rotate-signing-key': Record<string, never>
}
export type JobName = keyof Jobs

/** Where the data of a job goes that failed for good. */
export const FAILED_JOBS = 'failed-jobs'

/** Sends a job in the transaction it follows: both happen or neither does. */
export type SendJob = <N extends JobName>(tx: Tx, name: N, data: Jobs[N]) => Promise<void>

export const JOB_NAMES = [
  'validate-file',
  'answer-chunk',
  'finish-file',
  'copy-for-spreadsheets',
  'clean-file',
  'expire-files',
  'remove-old-files',
  'rotate-signing-key',
] as const satisfies readonly JobName[]

/**
 * A worker that dies is missed after this; another takes its job. The smallest the queue allows.
 * Both checks run every two seconds, so work goes on within about fifteen.
 */
export const HEARTBEAT_SECONDS = 10
const WATCH_SECONDS = 2

const SCHEMA = 'pgboss'

/** `send`: only sends; `work`: also runs jobs, watches for dead workers and keeps the schedule. */
export function createQueue(
  connectionString: string,
  role: 'send' | 'work',
  onError: (error: Error) => void,
): PgBoss {
  const boss = new PgBoss({
    connectionString,
    options: AS_APPLICATION,
    application_name: `backoffice ${role}`,
    schema: SCHEMA,
    max: role === 'work' ? 4 : 2,
    migrate: false,
    createSchema: false,
    supervise: role === 'work',
    schedule: role === 'work',
    useListenNotify: role === 'work',
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
    // Rebuilding indexes takes the owner of the tables, which this role is not.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', onError)
  return boss
}

export function sender(boss: PgBoss): SendJob {
  return async (tx, name, data) => {
    await boss.send(name, data, { db: jobsIn(tx) })
  }
}

/** As the owner, once per release: the queue's tables, our queues, and the application's right to use them. */
export async function installQueues(ownerConnectionString: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerConnectionString,
    schema: SCHEMA,
    supervise: false,
    schedule: false,
    max: 2,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    const options = { retryLimit: 10, retryDelay: 1, retryBackoff: true, retryDelayMax: 15, notify: true }
    await ensureQueue(boss, FAILED_JOBS, { retryLimit: 10, retryDelay: 5, notify: true })
    for (const name of JOB_NAMES) {
      await ensureQueue(boss, name, {
        ...options,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        expireInSeconds: 3600,
        deleteAfterSeconds: 24 * 3600,
        deadLetter: FAILED_JOBS,
      })
    }
    await boss.schedule('expire-files', '* * * * *', {})
    // Deep in Manila's night.
    await boss.schedule('remove-old-files', '17 18 * * *', {})
    await boss.schedule('rotate-signing-key', '37 18 * * *', {})
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
