import { createTransport, type NodemailerError } from 'nodemailer'
import type { SmtpServer } from '../../config/config.ts'
import { type Mailer, MailRefused } from './mailer.ts'

/** In milliseconds. `socketTimeout` only covers silence, so a slow server also needs the total. */
const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const TOTAL_MS = 60_000

/** Sends each mail over a connection of its own. Options in the URL override these. */
export function createSmtpMailer({ url, from, isLocal }: SmtpServer): Mailer {
  const transport = createTransport({
    ...LIMITS,
    url,
    // Mail servers on the same machine often have a self-signed certificate.
    ...(isLocal ? { ignoreTLS: true } : { requireTLS: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    async send({ id, to, subject, text }) {
      const mail = {
        from,
        // As an object, because a string may be a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${id}@${domain}>`,
        // No replies from vacation responders (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(TOTAL_MS),
      }
      try {
        await transport.sendMail(mail)
      } catch (error) {
        // `sendMail` documents the type of its errors.
        throw withoutAddress(error as NodemailerError)
      }
    },
  }
}

/** Replies of servers, and errors about an address, quote the address, which must not get into the log. */
function withoutAddress(error: NodemailerError): Error {
  const { code = 'unknown', command = 'the connection', responseCode, permanent } = error
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (responseCode !== undefined) {
    const message = `The mail server replied ${responseCode} to ${command} (${code}).`
    // A wrong password also gets a 5xx reply, but an operator can correct it.
    return isAboutMail && permanent ? new MailRefused(message) : new Error(message)
  }
  if (isAboutMail) return new MailRefused(`The mail cannot be sent (${code}).`)
  return new Error(`The mail server cannot be reached (${code}): ${error.message}`)
}
