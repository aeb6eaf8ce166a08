import type { Config } from '../../config/config.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Mailer } from './mailer.ts'
import type { Message } from './outbox.ts'

type Options = { outbox: { add: (message: Message) => void | Promise<void> }; clock: Clock }

/** The SMTP server, or the outbox of an embedded system; null with a cloud pool and no SMTP server. */
export async function createMailer(
  { smtp, userPool }: Pick<Config, 'smtp' | 'userPool'>,
  options: Options,
): Promise<Mailer | null> {
  if (smtp === null) return userPool === null ? outboxMailer(options) : null
  // Loaded lazily, because most systems of engineers and tests have the outbox.
  const { createSmtpMailer } = await import('./smtp-mailer.ts')
  return createSmtpMailer(smtp)
}

export function outboxMailer({ outbox, clock }: Options): Mailer {
  return {
    async send({ to, subject, text }) {
      await outbox.add({ at: clock.now(), to, subject, text })
    },
  }
}
