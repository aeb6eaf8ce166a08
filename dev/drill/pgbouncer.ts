import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../ports.ts'
import type { Postgres } from '../postgres/start.ts'
import { query } from '../postgres/testing.ts'
import type { Drill } from './run-drill.ts'
import { requirePrograms, until } from './services.ts'

const ACCOUNT = 'postgres'
/** Of its own console. */
const CONSOLE = { user: 'console', password: 'loopback' }

export type Pooler = {
  /** Of the application's login. */
  url: string
  /** Transactions that went through it since it was started. */
  transactions(): Promise<number>
  /** SIGKILL and a new start. */
  restart(): Promise<void>
}

/** A PgBouncer in transaction mode in front of the server, with few connections for many clients. */
export async function startPgBouncer({ folder, services }: Drill, postgres: Postgres): Promise<Pooler> {
  requirePrograms(['pgbouncer', 'setpriv'], 'pgbouncer')
  const home = join(folder, 'pgbouncer')
  mkdirSync(home)
  const login = new URL(postgres.urlFor('backoffice'))
  const port = await freePort()
  const users = [[login.username, login.password] as const, [CONSOLE.user, CONSOLE.password] as const]
  writeFileSync(
    join(home, 'users.txt'),
    users.map(([user, password]) => `"${user}" "${decodeURIComponent(password)}"\n`).join(''),
    { mode: 0o600 },
  )
  writeFileSync(
    join(home, 'pgbouncer.ini'),
    `
[databases]
backoffice = host=127.0.0.1 port=${postgres.port} dbname=backoffice
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(home, 'users.txt')}
admin_users = ${CONSOLE.user}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
`,
  )
  execFileSync('chown', ['-R', ACCOUNT, home])
  services.start('pgbouncer', ['pgbouncer', join(home, 'pgbouncer.ini')], { account: ACCOUNT, cwd: home })
  const url = Object.assign(new URL(login), { port: String(port) }).href
  const console = `postgres://${CONSOLE.user}:${CONSOLE.password}@127.0.0.1:${port}/pgbouncer`
  // No connection of the database is made: those from before the migrations lack the defaults that these set.
  const isThere = async () => (await query(console, 'SHOW STATS')).length > 0
  await until('PgBouncer', isThere)
  return {
    url,
    async transactions() {
      const rows = await query<{ database: string; total_xact_count: string }>(console, 'SHOW STATS')
      return Number(rows.find(({ database }) => database === 'backoffice')?.total_xact_count ?? 0)
    },
    async restart() {
      await services.kill('pgbouncer')
      services.restart('pgbouncer')
      await until('PgBouncer', isThere)
    },
  }
}
