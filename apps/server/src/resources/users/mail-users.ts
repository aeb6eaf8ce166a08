import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import { listActiveEmails } from './users.store.ts'

/** Sends a mail to each of the users who is active, after commit. Plain text without secrets. */
export async function mailUsers(
  tx: Tx,
  sendJob: SendJob,
  userIds: readonly string[],
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  for (const to of await listActiveEmails(tx, userIds))
    await sendJob(tx, 'send-mail', { id: randomUUID(), to, subject, text })
}
