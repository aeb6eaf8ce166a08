import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createIdentityProvider } from '@backoffice/identity'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createIdentity } from '../../adapters/identity/create-identity.ts'
import { createEmbeddedProvider, EMBEDDED_POOL } from '../../adapters/identity/embedded.ts'
import { storedKeys } from '../../adapters/keys.ts'
import { Outbox, outboxFolder } from '../../adapters/mail/outbox.ts'
import { createDatabase, createPool } from '../../db/client.ts'
import { systemClock } from '../../kernel/clock.ts'
import { runAdmin } from '../../testing/start-process.ts'
import { createEmptyDatabase } from '../../testing/test-database.ts'
import { signIn } from '../../testing/test-system.ts'
import { createAdministrator, runAdminCommand } from './admin-command.ts'

const ANA = 'ana@northline.example'

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let dataDir: string
let pool: pg.Pool
beforeAll(async () => {
  database = await createEmptyDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'backoffice-admin-'))
  pool = new pg.Pool({ connectionString: database.url, max: 3 })
})
beforeEach(async () => {
  // As the owner, because the application cannot empty the audit trail.
  await pool.query('TRUNCATE audit_events, identity.users CASCADE')
  // Deleted, because roles refer to users.
  await pool.query('DELETE FROM users')
  await mails()
})
afterAll(async () => {
  await pool.end()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

/** Runs the command of `npm run admin -- …`. */
function admin(...args: string[]) {
  return adminWith({ DATA_DIR: dataDir }, args)
}

async function adminWith(more: Record<string, string>, args: readonly string[]) {
  const { code, output, error } = await runAdminCommand(args, { DATABASE_URL: database.url, ...more })
  return { code, output: output + error }
}

const mails = () => new Outbox(outboxFolder(dataDir)).list()
const passwordIn = (text = '') => /Sign in with (\S+) and/.exec(text)?.[1] ?? ''

async function usersNow() {
  const { rows } = await pool.query(
    'SELECT email, given_name, family_name, roles.name AS role, status FROM users JOIN roles ON roles.id = role_id ORDER BY email',
  )
  return rows
}

async function trail() {
  const { rows } = await pool.query(
    `SELECT action, actor_name, changes FROM audit_events WHERE resource = 'user' ORDER BY id`,
  )
  return rows
}

const activate = (email: string) => pool.query(`UPDATE users SET status = 'ACTIVE' WHERE email = $1`, [email])

/** Name of the challenge or error of a sign-in. */
async function firstSignIn(email: string, password: string, clock = systemClock): Promise<string> {
  const { identity: key } = await storedKeys(dataDir)
  const provider = createEmbeddedProvider({ pool, key, clock, onError: () => {} })
  const { body } = await provider.handle({
    target: 'AWSCognitoIdentityProviderService.InitiateAuth',
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: EMBEDDED_POOL.userPoolClientId,
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
    ip: '127.0.0.1',
  })
  await provider.close()
  const reply = JSON.parse(body) as { ChallengeName?: string; __type?: string }
  return reply.ChallengeName ?? reply.__type ?? 'signed in'
}

test('creates the first administrator and sends the password only by mail', async () => {
  const args = ['Ana@Northline.example', '--given-name', 'Ana', '--family-name', 'Reyes']
  const { code, output } = await runAdmin(args, { DATABASE_URL: database.url, DATA_DIR: dataDir })
  expect([code, output]).toEqual([0, expect.stringContaining(`${ANA} is invited as Administrator.`)])
  expect(await usersNow()).toEqual([
    { email: ANA, given_name: 'Ana', family_name: 'Reyes', role: 'Administrator', status: 'PENDING' },
  ])
  expect(await trail()).toEqual([
    {
      action: 'user.create',
      actor_name: 'System',
      changes: { email: [null, ANA], role: [null, 'Administrator'], status: [null, 'PENDING'] },
    },
  ])
  const [mail, ...more] = await mails()
  const password = passwordIn(mail?.text)
  expect([mail?.to, password.length >= 12, more]).toEqual([ANA, true, []])
  expect(output).not.toContain(password)
  expect(await firstSignIn(ANA, password)).toBe('NEW_PASSWORD_REQUIRED')
})

test('a repetition for the same email sends another password and creates no duplicates', async () => {
  await admin(ANA)
  const { code, output } = await admin(ANA)
  expect([code, output]).toEqual([0, expect.stringContaining('is invited')])
  expect(await usersNow()).toHaveLength(1)
  expect((await trail()).map(({ action }) => action)).toEqual(['user.create', 'user.invite'])
  const [latest, first] = (await mails()).map(({ text }) => passwordIn(text))
  expect(await firstSignIn(ANA, latest ?? '')).toBe('NEW_PASSWORD_REQUIRED')
  expect(await firstSignIn(ANA, first ?? '')).toBe('NotAuthorizedException')
})

test('an existing administrator is not changed', async () => {
  await admin(ANA)
  await activate(ANA)
  const { code, output } = await admin(ANA)
  expect([code, output]).toEqual([0, `${ANA} is already an administrator. Nothing was changed.`])
  expect([(await mails()).length, (await trail()).length]).toEqual([1, 1])
})

test('a locked administrator is unlocked, which is in the audit trail', async () => {
  await admin(ANA)
  const [mail] = await mails()
  await activate(ANA)
  // The first lock is a second long. It starts tomorrow, so that it lasts as long as the test.
  const tomorrow = { now: () => new Date(Date.now() + 86_400_000) }
  for (let time = 0; time < 6; time++) await firstSignIn(ANA, 'Wrong#Password1', tomorrow)
  const password = passwordIn(mail?.text)
  expect(await firstSignIn(ANA, password)).toBe('NotAuthorizedException')
  expect(await admin(ANA)).toEqual({
    code: 0,
    output: `The account of ${ANA} was locked after failed sign-ins. It is unlocked.`,
  })
  expect(await firstSignIn(ANA, password)).toBe('NEW_PASSWORD_REQUIRED')
  expect((await trail()).at(-1)).toEqual({
    action: 'user.unlock',
    actor_name: 'System',
    changes: { is_locked: [true, false] },
  })
})

test('rejects a second administrator, whether the first has *:* by role or policy', async () => {
  await admin(ANA)
  await pool.query(`UPDATE users SET status = 'ACTIVE',
    role_id = (SELECT id FROM roles WHERE name = 'Operations viewer')`)
  await pool.query(
    `INSERT INTO user_policies SELECT users.id, policies.id FROM users, policies WHERE policies.name = 'Everything'`,
  )
  const { code, output } = await admin('ben@northline.example')
  expect([code, output]).toEqual([1, expect.stringContaining(`has an administrator, ${ANA}`)])
  expect([(await usersNow()).length, (await mails()).length]).toEqual([1, 1])
  const { rows } = await pool.query('SELECT email FROM identity.users')
  expect(rows).toEqual([{ email: ANA }])
})

test('a disabled administrator does not count and cannot be invited again', async () => {
  await admin(ANA)
  await pool.query(`UPDATE users SET status = 'DISABLED'`)
  expect(await admin(ANA)).toMatchObject({ code: 1, output: expect.stringContaining('is already a user') })
  expect((await admin('ben@northline.example')).code).toBe(0)
})

test('a mistyped email can be followed by the right one, and is reported', async () => {
  await admin('anna@northline.example')
  const { code, output } = await admin(ANA)
  expect([code, output]).toEqual([0, expect.stringContaining('anna@northline.example was also invited')])
})

test('detects the keys of another data folder before any change', async () => {
  await admin('ben@northline.example')
  const other = await mkdtemp(join(tmpdir(), 'backoffice-admin-'))
  expect((await adminWith({ DATA_DIR: other }, [ANA])).code).toBe(1)
  expect(await new Outbox(outboxFolder(other)).list()).toEqual([])
  await rm(other, { recursive: true })
  const { rows } = await pool.query('SELECT email FROM identity.users')
  expect(rows).toEqual([{ email: 'ben@northline.example' }])
  expect(await usersNow()).toHaveLength(1)
})

test('an existing account of the identity provider keeps its password', async () => {
  const { identity: key } = await storedKeys(dataDir)
  const provider = createIdentityProvider({
    pool,
    key,
    userPoolId: EMBEDDED_POOL.userPoolId,
    clientId: EMBEDDED_POOL.userPoolClientId,
    issuer: EMBEDDED_POOL.issuer,
    deliver: async () => {},
  })
  await provider.seedUsers([{ email: ANA, password: 'Backoffice#2026' }])
  expect(await admin(ANA)).toMatchObject({
    code: 0,
    output: expect.stringContaining('already has the account'),
  })
  expect(await mails()).toEqual([])
  const sub = JSON.parse(
    Buffer.from((await signIn(provider, ANA)).split('.')[1] ?? '', 'base64url').toString(),
  ).sub
  const { rows } = await pool.query('SELECT identity_sub FROM users')
  expect(rows).toEqual([{ identity_sub: sub }])
  await provider.close()
})

test('a user deleted at the identity provider is linked to the new account', async () => {
  await admin(ANA)
  await pool.query('DELETE FROM identity.users')
  await admin(ANA)
  const { rows } = await pool.query(
    'SELECT u.identity_sub = i.sub::text AS same FROM users u, identity.users i WHERE i.email = u.email',
  )
  expect(rows).toEqual([{ same: true }])
})

test('two concurrent calls with different emails report both accounts', async () => {
  const outbox = new Outbox()
  const { identity: key } = await storedKeys(dataDir)
  const identity = createIdentity(
    { userPool: null, secondFactor: 'optional', publicUrl: null, signInCallsPerMinute: 120 },
    { pool, key, clock: systemClock, outbox, onError: () => {} },
  )
  const db = createDatabase(createPool(database.url, { max: 4 }))
  const administration = await identity.administration()
  const make = (email: string) =>
    createAdministrator(db, administration, { email, givenName: 'A', familyName: 'B' })
  await Promise.all([make(ANA), make(ANA), make('ben@northline.example')])
  expect((await usersNow()).map(({ email }) => email)).toEqual([ANA, 'ben@northline.example'])
  await identity.close()
  await db.destroy()
})
