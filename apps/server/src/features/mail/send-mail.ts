import { randomUUID } from 'node:crypto'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { Tx } from '../../db/client.ts'
import type { Jobs, SendJob } from '../../jobs/queue.ts'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { listActiveEmails } from './emails.store.ts'

/**
 * Mails the active users among `userIds` once the transaction has committed. `text` is plain, without secrets; card
 * numbers are masked. The mail links to `path`, a page of the application.
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

/** Sends a mail at least once. Without a mail server the mail is dropped; without a public address it has no link. */
export async function sendMail(
  { mailer, publicUrl }: Pick<WorkerDeps, 'mailer' | 'publicUrl'>,
  { path, ...mail }: Jobs['send-mail'],
): Promise<void> {
  const link = publicUrl !== null && path !== undefined ? `\n\n${publicUrl}${path}` : ''
  await mailer?.send({ ...mail, text: mail.text + link })
}
