import { randomUUID } from 'node:crypto'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import { listActiveEmails } from './emails.store.ts'

/**
 * Mails the active users among `userIds` once the transaction has committed. `text`: plain, without secrets; card numbers
 * are masked. `path`: page of the application to link to.
 */
export async function mailUsers(
  tx: Tx,
  sendJob: SendJob,
  userIds: readonly string[],
  { subject, text, path }: { subject: string; text: string; path?: string },
): Promise<void> {
  for (const to of await listActiveEmails(tx, userIds))
    await sendJob(tx, 'send-mail', {
      id: randomUUID(),
      to,
      subject: maskCardNumbers(subject),
      text: maskCardNumbers(text),
      ...(path && { path }),
    })
}
