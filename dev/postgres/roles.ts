import { Client } from 'pg'
import type { AccessFile } from './access-file.ts'

/**
 * The database `backoffice`, its owner (migrations, retention) and the application's login, which gets what
 * the migrations grant to `backoffice_app` and no more. Does nothing where it was done before.
 */
export async function createRoles(adminUrl: string, passwords: AccessFile['passwords']): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  // A lost connection fails the query as well; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const roles = await client.query<{ rolname: string }>('select rolname from pg_roles')
    const known = new Set(roles.rows.map((row) => row.rolname))
    // The passwords are base64url: nothing in them to escape, and DDL takes no parameters.
    if (!known.has('backoffice_app')) await client.query('create role backoffice_app nologin')
    if (!known.has('backoffice_owner')) {
      await client.query(
        `create role backoffice_owner login createrole password '${passwords.backoffice_owner}'`,
      )
      await client.query('grant backoffice_app to backoffice_owner with admin option')
    }
    if (!known.has('backoffice')) {
      await client.query(
        `create role backoffice login password '${passwords.backoffice}' in role backoffice_app`,
      )
    }
    const databases = await client.query("select 1 from pg_database where datname = 'backoffice'")
    if (databases.rowCount === 0) await client.query('create database backoffice owner backoffice_owner')
  } finally {
    await client.end()
  }
}
