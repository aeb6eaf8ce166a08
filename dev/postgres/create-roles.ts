import type { AccessFile } from './access-file.ts'
import { query } from './query.ts'

/**
 * Creates the database `backoffice`, its owner (migrations, bulk load) and the login of the application, which has
 * only the grants of `backoffice_app`. Idempotent.
 */
export async function createRoles(adminUrl: string, passwords: AccessFile['passwords']): Promise<void> {
  // DDL accepts no parameters; the passwords are base64url, which needs no escaping.
  const wanted: Readonly<Record<string, string[]>> = {
    'role backoffice_app': ['create role backoffice_app nologin'],
    'role backoffice_owner': [
      `create role backoffice_owner login createrole password '${passwords.backoffice_owner}'`,
      'grant backoffice_app to backoffice_owner with admin option',
    ],
    'role backoffice': [
      `create role backoffice login password '${passwords.backoffice}' in role backoffice_app`,
    ],
    'database backoffice': ['create database backoffice owner backoffice_owner'],
  }
  const existing = await query<{ name: string }>(
    adminUrl,
    "select 'role ' || rolname as name from pg_roles union select 'database ' || datname from pg_database",
  )
  for (const [name, statements] of Object.entries(wanted))
    if (!existing.some((each) => each.name === name))
      for (const statement of statements) await query(adminUrl, statement)
}
