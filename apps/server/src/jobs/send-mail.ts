import type { Jobs } from './queue.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Sends a mail at least once. Without a mail server the mail is dropped. */
export async function sendMail(
  { mailer }: Pick<WorkerDeps, 'mailer'>,
  mail: Jobs['send-mail'],
): Promise<void> {
  await mailer?.send(mail)
}
