import { STATEMENTS } from '@backoffice/contract/access'
import { riskOf } from '@backoffice/contract/grants'
import { Client } from 'pg'

export const USERS = 10_000
export const ROLES = 200
export const POLICIES = 500

/** The role of one user in twenty, and the policy of one in ten beside their role. */
export const BUSY = { role: 'Desk 7', policy: 'Policy 7' } as const

/** Fills the tables of access once, kept between runs: each role has 2 to 9 policies, every third user one beside it. */
export async function fillAccess(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ filled: number }>('SELECT count(*)::int AS filled FROM users')
    if (rows[0]?.filled !== USERS) {
      await client.query('BEGIN')
      await client.query('TRUNCATE users, roles, policies CASCADE')
      await client.query(
        "INSERT INTO policies (name, statements, risk) SELECT name, string_to_array(statements, ' '), risk FROM jsonb_to_recordset($1) AS policy (name text, statements text, risk text)",
        [JSON.stringify(Array.from({ length: POLICIES }, (_, n) => policy(n)))],
      )
      await client.query(FILL_ROLES, [ROLES])
      await client.query(FILL_USERS, [USERS, ROLES])
      await client.query('COMMIT')
      await client.query('VACUUM ANALYZE users, roles, policies, role_policies, user_policies')
    }
  } finally {
    await client.end()
  }
}

/** `*:*`, which is the last, is left out: it would be everybody's. */
function policy(n: number) {
  const all = STATEMENTS.filter((statement) => statement !== '*:*')
  const statements = Array.from({ length: 1 + (n % 6) }, (_, at) => all[(n * 7 + at * 13) % all.length] ?? '')
  return { name: `Policy ${n}`, statements: statements.join(' '), risk: riskOf(statements) }
}

const FILL_ROLES = `
  WITH made AS (
    INSERT INTO roles (name, modules)
    SELECT 'Desk ' || n, (ARRAY['Operational Dashboard', 'Users', 'Lookup', 'Glass', 'SMAC Inquiry', 'Files'])[1:1 + n % 6]
    FROM generate_series(0, $1::int - 1) n RETURNING id, substr(name, 6)::int AS n
  )
  INSERT INTO role_policies (role_id, policy_id)
  SELECT DISTINCT made.id, policies.id FROM made CROSS JOIN generate_series(0, 1 + n % 8) at
    JOIN policies ON name = 'Policy ' || (n * 11 + at * 37) % 500`

const FILL_USERS = `
  WITH made AS (
    INSERT INTO users (identity_sub, email, given_name, family_name, employee_no, department, role_id, status, last_sign_in_at)
    SELECT gen_random_uuid(), 'user' || n || '@northline.example', 'Given' || n % 97, 'Family' || n, 'LD-' || n,
      'Desk ' || n % 11, roles.id, CASE n % 10 WHEN 0 THEN 'DISABLED' WHEN 1 THEN 'PENDING' ELSE 'ACTIVE' END,
      timestamptz '2026-11-20' - n * interval '7 minutes'
    FROM generate_series(1, $1::int) n
      JOIN roles ON roles.name = 'Desk ' || CASE WHEN n % 20 = 0 THEN 7 ELSE n % $2::int END
    RETURNING id, substr(employee_no, 4)::int AS n
  )
  INSERT INTO user_policies (user_id, policy_id)
  SELECT made.id, policies.id FROM made
    JOIN policies ON name = 'Policy ' || CASE WHEN n % 10 = 3 THEN 7 ELSE n % 500 END
  WHERE n % 3 = 0 OR n % 10 = 3`
