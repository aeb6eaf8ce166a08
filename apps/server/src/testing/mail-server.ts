import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type ReceivedMail = { to: string[]; isEncrypted: boolean; headers: string; body: string }

/** An SMTP server that keeps what it receives. `replyWith` sets the reply code to each recipient; 250 accepts. */
export async function startMailServer({ port = 0, ...options }: { port?: number } & SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = []
  const replies: number[] = []
  let attempts = 0
  const server = new SMTPServer({
    // Also silences the warning about the certificate for tests that it comes with.
    logger: false,
    authOptional: true,
    // Every password is wrong.
    allowInsecureAuth: true,
    closeTimeout: 100,
    onRcptTo({ address }, _session, callback) {
      attempts++
      const responseCode = replies.shift() ?? 250
      if (responseCode === 250) callback()
      else callback(Object.assign(new Error(`<${address}> refused`), { responseCode }))
    },
    onData(stream, { envelope, secure }, callback) {
      text(stream).then((raw) => {
        const [headers = '', ...body] = raw.split('\r\n\r\n')
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({
          to,
          isEncrypted: secure,
          headers: headers.replace(/\r\n\s+/g, ' '),
          body: body.join('\n\n'),
        })
        callback()
      }, callback)
    },
    ...options,
  })
  // A client that does not trust the certificate ends the connection.
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  // Listens on a port, not on a pipe.
  const { port: usedPort } = listening.address() as AddressInfo
  return {
    port: usedPort,
    host: `127.0.0.1:${usedPort}`,
    mails,
    attempts: () => attempts,
    /** Replies to the next recipients. */
    replyWith: (...codes: number[]) => void replies.push(...codes),
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
