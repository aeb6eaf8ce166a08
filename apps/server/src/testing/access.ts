import { api } from '@backoffice/contract/api'
import type { AccessChangeRequest } from '@backoffice/contract/explain'
import { riskOf } from '@backoffice/contract/grants'
import type { TestSystem } from './test-system.ts'

type Database = Pick<TestSystem, 'pool'>

/** Id of an inserted row. */
async function idOf({ pool }: Database, sql: string, values: unknown[]): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(`${sql} RETURNING id`, values)
  if (!rows[0]) throw new Error('Nothing was created')
  return rows[0].id
}

/** Inserted without the API's checks. */
export function insertPolicy(database: Database, statements: readonly string[], name?: string) {
  const values = [name ?? `Policy ${crypto.randomUUID()}`, statements, riskOf(statements)]
  return idOf(database, 'INSERT INTO policies (name, statements, risk) VALUES ($1, $2, $3)', values)
}

export async function insertRole(
  database: Database,
  modules: readonly string[],
  policyIds: readonly string[],
  name?: string,
) {
  const values = [name ?? `Role ${crypto.randomUUID()}`, modules]
  const id = await idOf(database, 'INSERT INTO roles (name, modules) VALUES ($1, $2)', values)
  await database.pool.query('INSERT INTO role_policies SELECT $1, unnest($2::uuid[])', [id, policyIds])
  return id
}

/** An active user who cannot sign in. */
export async function insertUser(
  database: Database,
  roleId: string,
  { name = 'Rosa', extras = [] as readonly string[], status = 'ACTIVE' } = {},
) {
  const id = await idOf(
    database,
    `INSERT INTO users (identity_sub, email, given_name, family_name, role_id, status)
     VALUES (gen_random_uuid(), gen_random_uuid() || '@backoffice.test', $1, 'Test', $2, $3)`,
    [name, roleId, status],
  )
  await database.pool.query('INSERT INTO user_policies (user_id, policy_id) SELECT $1, unnest($2::uuid[])', [
    id,
    extras,
  ])
  return id
}

/** Gives a demo account a role with exactly this access. */
export async function giveAccess(
  database: Database,
  mailbox: string,
  modules: readonly string[],
  statements: readonly string[],
) {
  const policy = await insertPolicy(database, statements)
  const role = await insertRole(database, modules, [policy])
  const email = `${mailbox}@backoffice.test`
  await database.pool.query('UPDATE users SET role_id = $1 WHERE email = $2', [role, email])
  return { role, policy }
}

export async function userIdOf({ pool }: Database, mailbox: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
    `${mailbox}@backoffice.test`,
  ])
  return String(rows[0]?.id)
}

export async function impactVersionOf(system: TestSystem, body: AccessChangeRequest, as: string) {
  return (await system.call(api.explain.impact, { body }, as)).impact_version
}
