import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMailServer } from '../../testing/mail-server.ts'
import { MailRefused } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

let server: Awaited<ReturnType<typeof startMailServer>>
beforeEach(async () => {
  server = await startMailServer()
})
afterEach(() => server.stop())

const from = { name: 'Backoffice, Manila', address: 'backoffice@northline.example' }
const MAIL = {
  id: '5f0c8d2e-9d2a-4a55-8d59-0f2b6a1c7e11',
  to: 'ana@northline.example',
  subject: 'Decision needed',
  text: 'Maria Reyes requests access.\n\nOpen /approvals.',
}

function mailer({ scheme = 'smtp', user = '', options = '', isLocal = true } = {}) {
  return createSmtpMailer({ url: `${scheme}://${user}${server.host}${options}`, from, isLocal })
}

async function failure(sending: Promise<void>): Promise<Error> {
  const error: unknown = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('the mail was sent')
  return error
}

test('sends plain text, with the same Message-ID at every attempt', async () => {
  await mailer().send(MAIL)
  await mailer().send(MAIL)
  expect(server.mails).toHaveLength(2)
  for (const { to, headers, body } of server.mails) {
    expect(to).toEqual(['ana@northline.example'])
    expect(headers.split('\r\n')).toEqual(
      expect.arrayContaining([
        'From: "Backoffice, Manila" <backoffice@northline.example>',
        'To: ana@northline.example',
        'Subject: Decision needed',
        `Message-ID: <${MAIL.id}@northline.example>`,
        'Auto-Submitted: auto-generated',
        'Content-Type: text/plain; charset=utf-8',
      ]),
    )
    expect(body.trim()).toBe('Maria Reyes requests access.\n\nOpen /approvals.')
  }
})

test.each([
  { subject: 'Hello\r\nBcc: eve@evil.example\r\n\r\nOther text' },
  { subject: 'Hello\nX-Injected: yes' },
  { text: '\r\n.\r\nMAIL FROM:<eve@evil.example>\r\n' },
  { id: 'id@evil.example>\r\nBcc: <eve@evil.example' },
])('a value cannot add headers, recipients or mails: %o', async (change) => {
  await mailer().send({ ...MAIL, ...change })
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]?.to).toEqual([MAIL.to])
  expect(server.mails[0]?.headers).not.toMatch(/^(bcc|x-injected):/im)
})

test.each([
  'ana@northline.example, eve@evil.example',
  'ana@northline.example\r\nRCPT TO:<eve@evil.example>',
  'ana@northline.example>\r\nBcc: <eve@evil.example',
  'eve',
  '',
])('an address names one recipient at most: %o', async (to) => {
  await mailer()
    .send({ ...MAIL, to })
    .catch(() => {})
  expect(server.mails.flatMap((mail) => mail.to)).not.toContain('eve@evil.example')
  expect(server.mails.map(({ headers }) => headers).join('\r\n')).not.toMatch(/^bcc:/im)
})

test.each([450, 550])('a reply of %i ends or postpones the mail, without its address', async (code) => {
  server.replyWith(code)
  const error = await failure(mailer().send(MAIL))
  expect(error instanceof MailRefused).toBe(code === 550)
  expect(error.message).toBe(`The mail server replied ${code} to RCPT TO (EENVELOPE).`)
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('ana@')
})

test('a wrong password can be corrected, and is in no error', async () => {
  const error = await failure(mailer({ user: 'mailer:hidden-word@' }).send(MAIL))
  expect(error).not.toBeInstanceOf(MailRefused)
  expect(error.message).toContain('535')
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hidden-word')
})

test('an absent server can return', async () => {
  const absent = mailer()
  await server.stop()
  const error = await failure(absent.send(MAIL))
  expect(error).not.toBeInstanceOf(MailRefused)
  expect(error.message).toContain('ECONNREFUSED')
  server = await startMailServer()
})

test('encrypts mail for other machines, and checks the certificate, unless the URL says otherwise', async () => {
  const untrusted = await failure(mailer({ isLocal: false }).send(MAIL))
  expect(untrusted.message).toMatch(/certificate/)
  expect(untrusted).not.toBeInstanceOf(MailRefused)
  await mailer({ isLocal: false, options: '?tls.rejectUnauthorized=false' }).send(MAIL)
  await mailer().send(MAIL)
  expect(server.mails.map(({ isEncrypted }) => isEncrypted)).toEqual([true, false])
})

test('sends nothing over a connection that another machine does not encrypt', async () => {
  await server.stop()
  server = await startMailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
  await failure(mailer({ isLocal: false }).send(MAIL))
  expect(server.attempts()).toBe(0)
  await mailer({ isLocal: false, options: '?requireTLS=false' }).send(MAIL)
  expect(server.mails).toHaveLength(1)
})

test('smtps encrypts from the start', async () => {
  await server.stop()
  server = await startMailServer({ secure: true })
  await mailer({ scheme: 'smtps', options: '?tls.rejectUnauthorized=false' }).send(MAIL)
  expect(server.mails[0]?.isEncrypted).toBe(true)
})
