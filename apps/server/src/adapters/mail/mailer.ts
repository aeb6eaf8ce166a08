/** A mail of the product itself, in plain text. */
export type Mail = {
  /** Same for every attempt, so that the recipient's mail system recognizes a repetition. */
  id: string
  to: string
  subject: string
  text: string
}

/** Rejects with `MailRefused` if another attempt would fail too. */
export type Mailer = { send: (mail: Mail) => Promise<void> }

/** The mail server refused the mail for good. The message names no recipient. */
export class MailRefused extends Error {}
