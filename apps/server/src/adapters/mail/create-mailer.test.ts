import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { createMailer } from './create-mailer.ts'
import { Outbox } from './outbox.ts'

const MAIL = { id: 'one', to: 'ana@northline.example', subject: 'Hello', text: 'Hello Ana' }
const userPool = { id: 'ap-southeast-1_Abc123', clientId: '1example23456789' }

test('an embedded system has the outbox, a cloud pool alone sends no mail', async () => {
  const outbox = new Outbox()
  const options = { outbox, clock: systemClock }
  await (await createMailer({ smtp: null, userPool: null }, options))?.send(MAIL)
  expect(await outbox.list()).toEqual([
    { to: MAIL.to, subject: 'Hello', text: 'Hello Ana', at: expect.any(Date) },
  ])
  expect(await createMailer({ smtp: null, userPool }, options)).toBeNull()
})

test.each([null, userPool])('with an SMTP server no mail is in the outbox: %o', async (pool) => {
  const server = await startMailServer()
  const outbox = new Outbox()
  const from = { name: '', address: 'backoffice@northline.example' }
  const smtp = { url: `smtp://${server.host}`, from, isLocal: true }
  try {
    await (await createMailer({ smtp, userPool: pool }, { outbox, clock: systemClock }))?.send(MAIL)
    expect(server.mails.map(({ to }) => to)).toEqual([[MAIL.to]])
    expect(await outbox.list()).toEqual([])
  } finally {
    await server.stop()
  }
})
