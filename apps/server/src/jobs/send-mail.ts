import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { Jobs } from './queue.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Sends a mail at least once. Without a mail server the mail is dropped. */
export async function sendMail(
  { mailer }: Pick<WorkerDeps, 'mailer'>,
  { id, to, subject, text }: Jobs['send-mail'],
): Promise<void> {
  await mailer?.send({ id, to, subject: maskCardNumbers(subject), text: maskCardNumbers(text) })
}
