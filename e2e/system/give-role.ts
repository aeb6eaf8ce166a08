import { createPool } from '../../apps/server/src/db/client.ts'
import { databaseUrl, dataOfSystem } from './open-provider.ts'

type Role = { modules: readonly string[]; statements: readonly string[] }

/** `give` replaces the user's role by a new one. The original role returns at the end. */
export async function withRoles(
  email: string,
  run: (give: (role: Role) => Promise<void>) => Promise<void>,
): Promise<void> {
  const pool = createPool(await databaseUrl(dataOfSystem()), { max: 1 })
  const before = await pool.query('SELECT role_id FROM users WHERE email = $1', [email])
  const setRole = (id: string) => pool.query('UPDATE users SET role_id = $1 WHERE email = $2', [id, email])
  try {
    await run(async ({ modules, statements }) => {
      const { rows } = await pool.query(
        `WITH role AS (INSERT INTO roles (name, modules) VALUES (left(gen_random_uuid()::text, 30), $1) RETURNING id),
           policy AS (INSERT INTO policies (name, statements) VALUES (gen_random_uuid()::text, $2) RETURNING id)
         INSERT INTO role_policies (role_id, policy_id) SELECT role.id, policy.id FROM role, policy RETURNING role_id`,
        [modules, statements],
      )
      await setRole(rows[0].role_id)
    })
  } finally {
    await setRole(before.rows[0].role_id)
    await pool.end()
  }
}
