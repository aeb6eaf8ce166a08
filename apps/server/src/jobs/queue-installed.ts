import type { PgBoss } from 'pg-boss'
import { JOB_NAMES } from './queue.ts'

/** Over the queue's own connections. Throws when it cannot be reached, or has not been installed. */
export async function checkQueue(boss: PgBoss): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql('SELECT count(*)::int AS queues FROM pgboss.queue WHERE name = ANY($1)', [[...JOB_NAMES]])
  const [{ queues = 0 } = {}] = rows as { queues?: number }[]
  if (queues < JOB_NAMES.length) throw new Error('Queues are missing: run the migrations.')
}
