import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MailRefused } from '../../adapters/mail/mailer.ts'
import { createSmtpMailer } from '../../adapters/mail/smtp-mailer.ts'
import { performJob } from '../../app/run-jobs.ts'
import type { Jobs } from '../../jobs/queue.ts'
import { insertRole, insertUser } from '../../testing/access.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { startProcess } from '../../testing/start-process.ts'
import { databaseVariables } from '../../testing/test-database.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { mailUsers } from './send-mail.ts'

const CARD = '9990001234569011'

let server: Awaited<ReturnType<typeof startMailServer>>
let system: TestSystem
let role: string
beforeAll(async () => {
  server = await startMailServer()
  const from = { name: 'Backoffice', address: 'backoffice@northline.example' }
  const mailer = createSmtpMailer({ url: `smtp://${server.host}`, from, isLocal: true })
  system = await startTestSystem({ workers: true, mailer })
  role = await insertRole(system, [], [])
})
afterEach(() => {
  server.mails.length = 0
  system.failures.length = 0
})
afterAll(async () => {
  await system.stop()
  await server.stop()
})

async function aUser(status = 'ACTIVE') {
  const id = await insertUser(system, role, { status })
  const { rows } = await system.pool.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [id])
  return { id, email: rows[0]?.email ?? '' }
}

function mail(users: readonly { id: string }[], subject: string, text = 'Hello') {
  const ids = users.map(({ id }) => id)
  return system.db.transaction().execute((tx) => mailUsers(tx, system.sendJob, ids, { subject, text }))
}

const recipients = () => server.mails.flatMap(({ to }) => to).sort()

async function jobs(subject: string) {
  const { rows } = await system.pool.query<{ state: string; retry_count: number }>(
    `SELECT state::text, retry_count FROM pgboss.job WHERE name = 'send-mail' AND data ->> 'subject' = $1`,
    [subject],
  )
  return rows
}

test('mails each active user once, from committed transactions only', async () => {
  const users = [await aUser(), await aUser(), await aUser('DISABLED'), await aUser('PENDING')]
  const active = users.slice(0, 2)
  const failing = system.db.transaction().execute(async (tx) => {
    await mailUsers(tx, system.sendJob, [active[0]?.id ?? ''], { subject: 'never', text: '' })
    throw new Error('the change failed')
  })
  await expect(failing).rejects.toThrow('the change failed')
  await mail([], 'to no user')
  await mail([...users, ...active], 'once')
  await expect.poll(recipients).toEqual(active.map(({ email }) => email).sort())
  expect([await jobs('never'), await jobs('to no user'), await jobs('once')]).toMatchObject([
    [],
    [],
    [{}, {}],
  ])
})

test('masks card numbers in subject and text', async () => {
  await mail([await aUser()], `Card ${CARD}`, `Card 9990 0012 3456 9011 of Ana`)
  await expect.poll(() => server.mails.length).toBe(1)
  const [received] = server.mails
  const content = `${received?.headers}${received?.body}`.replace(/[^\d]/g, '')
  expect(content).not.toContain(CARD)
  expect(content).toContain('9011')
})

test('sends the mail when an absent server has returned', async () => {
  await server.stop()
  const user = await aUser()
  await mail([user], 'late')
  await expect.poll(() => system.failures.length).toBeGreaterThan(0)
  server = await startMailServer({ port: server.port })
  await expect.poll(recipients).toEqual([user.email])
  await expect.poll(() => jobs('late')).toMatchObject([{ state: 'completed' }])
})

test('retries a mail that the server postpones, and ends one that it refuses', async () => {
  const before = server.attempts()
  server.replyWith(450, 550)
  await mail([await aUser()], 'refused')
  await expect.poll(() => jobs('refused')).toMatchObject([{ state: 'completed', retry_count: 1 }])
  expect(server.attempts() - before).toBe(2)
  expect(system.failures.map((error) => error instanceof MailRefused)).toEqual([false, true])
  expect(server.mails).toEqual([])
})

test('the log of a failure names neither recipient nor text', async () => {
  server.replyWith(550)
  const data = { id: 'one', to: 'ana@northline.example', subject: 'Hello Ana', text: 'Hello Ana' }
  const failed: unknown[] = []
  await performJob(system.workerDeps, 'send-mail', data, (job, error) => failed.push(job, String(error)))
  expect(failed).toEqual([{ name: 'send-mail', data: { id: 'one' } }, expect.stringContaining('550')])
})

test('an embedded system shows the mail in its outbox; a system without a mailer drops it', async () => {
  const embedded = await startTestSystem()
  const data: Jobs['send-mail'] = {
    id: 'one',
    to: 'ana@northline.example',
    subject: 'Hello',
    text: 'Decided',
  }
  const fail = (_job: unknown, error: unknown) => {
    throw error
  }
  try {
    await performJob({ ...embedded.workerDeps, mailer: null }, 'send-mail', data, fail)
    expect(await embedded.outbox.list()).toEqual([])
    await performJob(embedded.workerDeps, 'send-mail', data, fail)
    const page = await embedded.app.inject('/dev/outbox')
    expect(page.body).toContain('<td>ana@northline.example</td><td>Hello</td><td>Decided</td>')
  } finally {
    await embedded.stop()
  }
})

test('a worker process logs a refused sign-in to its mail server, without password, address and text', async () => {
  const embedded = await startTestSystem()
  const worker = await startProcess('worker', {
    ...databaseVariables(embedded),
    SMTP_URL: `smtp://mailer:hidden-word@${server.host}`,
    MAIL_FROM: 'backoffice@northline.example',
  })
  const data = { id: 'one', to: 'ana@northline.example', subject: 'Hello', text: 'Decision needed' }
  try {
    await embedded.db.transaction().execute((tx) => embedded.sendJob(tx, 'send-mail', data))
    expect(await worker.said(/job failed/)).toContain('The mail server replied 535')
    expect(worker.output.join()).not.toMatch(/hidden-word|ana@|Hello|Decision/)
  } finally {
    await worker.stop()
    await embedded.stop()
  }
}, 120_000)
