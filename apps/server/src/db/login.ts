import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { StartError } from '../config/start-error.ts'
import { APPLICATION_ROLE, connectClient } from './client.ts'

/** Beginning of the variables with the addresses of a database. */
export type VariablePrefix = 'DATABASE' | 'LEDGER_DATABASE'

/** True if DATABASE_URL leads through a pooler in transaction mode. */
export function isPooled({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>) {
  return databaseUrl !== databaseDirectUrl
}

/** Sets role and time zone as defaults of the login in this database, because a pooler rejects them per connection. */
export async function setLoginDefaults(databaseDirectUrl: string): Promise<void> {
  const client = await connectClient(databaseDirectUrl)
  try {
    const { rows } = await client.query('SELECT current_database() AS name')
    const alter = `ALTER ROLE SESSION_USER IN DATABASE ${client.escapeIdentifier(rows[0].name)} SET`
    await client.query(`${alter} role = '${APPLICATION_ROLE}'; ${alter} timezone = 'UTC'`)
  } finally {
    await client.end()
  }
}

/** Throws for a login that may not create tables, such as the application's. */
export async function requireOwner(client: pg.ClientBase, of: VariablePrefix = 'DATABASE'): Promise<void> {
  const { rows } = await client.query(
    `SELECT current_user AS login, has_schema_privilege('public', 'CREATE') AS "mayCreate"`,
  )
  const { login, mayCreate } = rows[0]
  if (mayCreate) return
  throw new StartError(
    `The login ${login} may not change the tables. Set ${of}_OWNER_URL to the URL of their owner; without it ${of}_URL is used.`,
  )
}

/** Throws if calls and jobs would run with other rights, such as the owner's, or in another time zone. */
export async function requireApplicationRole(pool: pg.Pool, of: VariablePrefix = 'DATABASE'): Promise<void> {
  const { rows } = await pool.query(
    `SELECT current_user AS role, session_user AS login, current_setting('TimeZone') AS zone`,
  )
  const { role, login, zone } = rows[0]
  if (role === APPLICATION_ROLE && zone === 'UTC') return
  throw new StartError(
    `Connections of ${of}_URL work as ${role} in time zone ${zone}, not as ${APPLICATION_ROLE} in UTC. Behind a pooler, run the migrations with the same ${of}_URL and ${of}_DIRECT_URL, which sets both for the login ${login}, then reconnect the pooler (RECONNECT). ${of}_URL itself must not set options.`,
  )
}

/** The hosts of a database URL, without the login. */
export function databaseHosts(url: string): string {
  return /^postgres(?:ql)?:\/\/(?:[^/@]*@)?([^/?#]*)/.exec(url)?.[1] || 'this machine'
}
