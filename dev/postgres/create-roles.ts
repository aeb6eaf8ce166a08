import { Client } from 'pg'
import type { AccessFile } from './access-file.ts'

/**
 * Creates the database `backoffice`, its owner (migrations, bulk load) and the login of the application, which has
 * only the grants of `backoffice_app`. Idempotent.
 */
export async function createRoles(adminUrl: string, passwords: AccessFile['passwords']): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  // A lost connection also fails the query; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const roles = await client.query<{ rolname: string }>('select rolname from pg_roles')
    const existing = new Set(roles.rows.map((row) => row.rolname))
    // DDL accepts no parameters; the passwords are base64url, which needs no escaping.
    if (!existing.has('backoffice_app')) await client.query('create role backoffice_app nologin')
    if (!existing.has('backoffice_owner')) {
      await client.query(
        `create role backoffice_owner login createrole password '${passwords.backoffice_owner}'`,
      )
      await client.query('grant backoffice_app to backoffice_owner with admin option')
    }
    if (!existing.has('backoffice')) {
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
