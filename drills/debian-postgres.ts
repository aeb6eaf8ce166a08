import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../dev/ports.ts'
import { createRoles } from '../dev/postgres/create-roles.ts'
import { query } from '../dev/postgres/testing.ts'
import type { Drill } from './drill.ts'
import { requirePrograms, until } from './services.ts'

const ACCOUNT = 'postgres'
/** The embedded PostgreSQL has no pg_dump, and Debian's dumps its own version only. */
export const BINARIES = '/usr/lib/postgresql/15/bin'
/** The ports are on loopback and end with the drill. */
const PASSWORD = 'loopback'

export type Urls = { admin: string; owner: string; application: string }

/** An empty database of its own cluster, with the roles of a first install. */
export async function startDebianPostgres({ folder, services }: Drill, name: string): Promise<Urls> {
  requirePrograms(['setpriv', `${BINARIES}/postgres`], 'postgresql-15')
  const home = join(folder, name)
  const [data, passwordFile] = [join(home, 'data'), join(home, 'password')]
  mkdirSync(home)
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 })
  execFileSync('chown', ['-R', ACCOUNT, home])
  const asAccount = [`--reuid=${ACCOUNT}`, `--regid=${ACCOUNT}`, '--init-groups']
  const create = ['-D', data, '-U', 'postgres', `--pwfile=${passwordFile}`, '-A', 'scram-sha-256']
  execFileSync(
    'setpriv',
    [...asAccount, join(BINARIES, 'initdb'), ...create, '-E', 'UTF8', '--locale=C', '--no-sync'],
    { cwd: home, stdio: 'ignore' },
  )
  const port = await freePort()
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off']
  services.start(name, [join(BINARIES, 'postgres'), '-D', data, '-p', `${port}`, ...settings], {
    account: ACCOUNT,
    cwd: home,
  })
  const urlOf = (role: string, database: string) =>
    `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/${database}`
  const admin = urlOf('postgres', 'postgres')
  await until(name, async () => (await query(admin, 'SELECT 1')).length === 1)
  await createRoles(admin, { postgres: PASSWORD, backoffice_owner: PASSWORD, backoffice: PASSWORD })
  return {
    admin: urlOf('postgres', 'backoffice'),
    owner: urlOf('backoffice_owner', 'backoffice'),
    application: urlOf('backoffice', 'backoffice'),
  }
}
