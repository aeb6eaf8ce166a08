import type { Jobs } from '../../jobs/queue.ts'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'

/** Sends a mail at least once. Without a mail server the mail is dropped; without a public address it has no link. */
export async function sendMail(
  { mailer, publicUrl }: Pick<WorkerDeps, 'mailer' | 'publicUrl'>,
  { path, ...mail }: Jobs['send-mail'],
): Promise<void> {
  const link = publicUrl !== null && path !== undefined ? `\n\n${publicUrl}${path}` : ''
  await mailer?.send({ ...mail, text: mail.text + link })
}
