import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnEntry, startProcess } from '../../apps/server/src/testing/start-process.ts'
import { root } from '../check/source-files.ts'
import { query } from '../postgres/query.ts'
import { notDurable } from '../postgres/server-settings.ts'
import { type Postgres, startPostgres } from '../postgres/start.ts'
import { createTempFolder } from '../postgres/testing.ts'
import { psqlPath } from '../test/programs.ts'

const MASTER = { user: 'master', password: 'of-the-master' }
/** Passwords that need quoting in SQL. */
const PASSWORDS = { backoffice_owner: `owner's \\ "1"`, backoffice: `application's $1` }

const { folder, remove } = createTempFolder()
let postgres: Postgres
beforeAll(async () => {
  // For another version than the embedded one, as in Debian: /usr/lib/postgresql/15.
  const binaries = process.env.TEST_POSTGRES_BINARIES
  postgres = await startPostgres({
    dataDir: join(folder, 'data'),
    settings: notDurable,
    ...(binaries && { binaries }),
  })
})
afterAll(async () => {
  await postgres.stop()
  remove()
})

/** Resets the server to its state before a first install. */
async function empty(): Promise<void> {
  for (const statement of [
    'DROP DATABASE IF EXISTS backoffice WITH (FORCE)',
    'DROP ROLE IF EXISTS backoffice, backoffice_owner, backoffice_app',
    `DROP ROLE IF EXISTS ${MASTER.user}`,
    `CREATE ROLE ${MASTER.user} LOGIN CREATEROLE CREATEDB PASSWORD '${MASTER.password}'`,
  ])
    await query(postgres.adminUrl, statement)
}

function createRoles(login: typeof MASTER, passwords = PASSWORDS) {
  return promisify(execFile)(join(root, 'deploy/create-roles.sh'), {
    env: {
      PATH: `${join(psqlPath(), '..')}:${process.env.PATH}`,
      PGHOST: '127.0.0.1',
      PGPORT: String(postgres.port),
      PGUSER: login.user,
      PGPASSWORD: login.password,
      OWNER_PASSWORD: passwords.backoffice_owner,
      APPLICATION_PASSWORD: passwords.backoffice,
    },
  })
}

function urlFor(user: keyof typeof PASSWORDS, passwords = PASSWORDS): string {
  const url = new URL(postgres.urlFor('backoffice'))
  url.username = user
  url.password = encodeURIComponent(passwords[user])
  return url.href
}

const superuser = () => {
  const { username: user, password } = new URL(postgres.adminUrl)
  return { user, password }
}

test('a login with CREATEROLE and CREATEDB creates what a system needs to be installed and to start', async () => {
  await empty()
  expect(await createRoles(MASTER)).toEqual({ stdout: '', stderr: '' })
  const environment = { DATABASE_URL: urlFor('backoffice'), DATABASE_OWNER_URL: urlFor('backoffice_owner') }
  const migration = spawnEntry('migrate', environment)
  expect([(await migration.exited).code, migration.output]).toEqual([
    0,
    [expect.stringMatching(/^Applied to the database: 001-/)],
  ])
  const web = await startProcess('main', { DATABASE_URL: urlFor('backoffice') })
  // On a busy machine the first checks may exceed their timeout.
  const probe = async () => (await fetch(`${web.address}/health/ready`)).status
  await expect.poll(probe, { timeout: 20_000 }).toBe(200)
  await web.stop()
})

test.each([
  ['a login with CREATEROLE and CREATEDB', () => MASTER],
  ['a superuser', superuser],
])('repeated by %s, it changes the passwords and nothing else', async (_name, login) => {
  await empty()
  await createRoles(login())
  const state = () =>
    query(
      postgres.adminUrl,
      `SELECT 'role' AS kind, oid, rolname AS name, rolcanlogin, rolcreaterole, rolcreatedb,
          ARRAY(SELECT roleid::regrole::text FROM pg_auth_members WHERE member = role.oid ORDER BY 1) AS member_of
        FROM pg_roles role
        UNION ALL
        SELECT 'database', oid, datname, false, false, false, ARRAY[datdba::regrole::text] FROM pg_database
        ORDER BY kind, oid`,
    )
  const before = await state()
  const others = { backoffice_owner: 'another-1', backoffice: 'another-2' }
  expect(await createRoles(login(), others)).toEqual({ stdout: '', stderr: '' })
  expect(await state()).toEqual(before)
  for (const role of ['backoffice_owner', 'backoffice'] as const) {
    await expect(query(urlFor(role), 'SELECT 1')).rejects.toThrow(/password authentication failed/)
    expect(await query(urlFor(role, others), 'SELECT current_user::text AS me')).toEqual([{ me: role }])
  }
})
