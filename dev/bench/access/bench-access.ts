import { Client, type Pool } from 'pg'
import { createDatabase, createPool, type Database } from '../../../apps/server/src/db/client.ts'
import { migrate } from '../../../apps/server/src/db/migrate.ts'
import { listRows } from '../../../apps/server/src/kernel/list-rows.ts'
import { accessVersion, findCaller } from '../../../apps/server/src/resources/access/access.store.ts'
import { explainAccess } from '../../../apps/server/src/resources/access/explain.ts'
import { grantsOf } from '../../../apps/server/src/resources/access/grants.store.ts'
import { impactOfChange } from '../../../apps/server/src/resources/access/impact.ts'
import { policiesSource } from '../../../apps/server/src/resources/policies/policies.store.ts'
import { rolesSource } from '../../../apps/server/src/resources/roles/roles.store.ts'
import { searchUsers, usersSource } from '../../../apps/server/src/resources/users/users.store.ts'
import { openListsDatabase } from '../database.ts'
import { median, timed } from '../measure.ts'
import { atMost, type Line, printLines } from '../report.ts'
import { BUSY, fillAccess } from './access-tables.ts'

const WARM_UP = 3
const PAGE = { page: 1, page_size: 25 } as const

/** What is asked of 10,000 users with 200 roles and 500 policies, against the bare SQL where there is one. */
export async function benchAccess(rounds: number): Promise<void> {
  const database = await openListsDatabase('access')
  try {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await migrate(client)
    await client.end()
    await fillAccess(database.url)
    const pool = createPool(database.url)
    const db = createDatabase(pool)
    try {
      printLines([...(await ratios(pool, db, rounds)), ...(await times(pool, db, rounds))])
    } finally {
      await db.destroy()
    }
  } finally {
    await database.stop()
  }
}

const USER_ROWS = `SELECT users.*, roles.name AS role_name, (SELECT json_agg(json_build_object('id', policies.id, 'name', name, 'risk', risk))
    FROM user_policies JOIN policies ON policies.id = policy_id WHERE user_id = users.id) AS extra_policies
  FROM users JOIN roles ON roles.id = role_id WHERE users.status <> 'DELETED'`
const COUNT = 'SELECT count(*) FROM users JOIN roles ON roles.id = role_id'
const BY_NAME = `ORDER BY lower(given_name || ' ' || family_name) COLLATE "C", users.id LIMIT 26`

async function ratios(pool: Pool, db: Database, rounds: number): Promise<Line[]> {
  const user = await only<{ id: string; identity_sub: string }>(
    pool,
    "SELECT id, identity_sub FROM users WHERE employee_no = 'LD-4803'",
  )
  const bare = (...statements: string[]) => Promise.all(statements.map((each) => pool.query(each)))
  const users = (query: object) => listRows(db, usersSource(db), { ...PAGE, ...query })
  const chosen = "roles.name = 'Desk 7' AND users.status = 'ACTIVE'"
  const found = "given_name || ' ' || family_name ILIKE '%family77%'"
  const compared: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      'users, first page',
      () => users({}),
      () => bare(`${USER_ROWS} ${BY_NAME}`, `${COUNT} WHERE users.status <> 'DELETED'`),
    ],
    [
      'users, by role and status',
      () => users({ filters: { role: { in: ['Desk 7'] }, status: { in: ['ACTIVE'] } } }),
      () => bare(`${USER_ROWS} AND ${chosen} ${BY_NAME}`, `${COUNT} WHERE ${chosen}`),
    ],
    [
      'users, words in the list',
      () => users({ search: 'family77' }),
      () =>
        bare(
          `${USER_ROWS} AND (${found} OR email ILIKE '%family77%' OR employee_no ILIKE '%family77%' OR department ILIKE '%family77%') ${BY_NAME}`,
          `${COUNT} WHERE ${found} OR email ILIKE '%family77%' OR employee_no ILIKE '%family77%' OR department ILIKE '%family77%'`,
        ),
    ],
    [
      'users, as one types',
      () => searchUsers(db, 'family77', 10),
      () =>
        bare(
          `SELECT users.id, given_name, family_name, email, users.status, roles.name FROM users JOIN roles ON roles.id = role_id
           WHERE users.status <> 'DELETED' AND (given_name || ' ' || family_name ILIKE ANY ('{family77%,% family77%,%-family77%}')
             OR email ILIKE 'family77%' OR employee_no ILIKE 'family77%') ${BY_NAME}`,
        ),
    ],
    [
      'roles, first page',
      () => listRows(db, rolesSource(db), PAGE),
      () =>
        bare(
          `SELECT roles.*, (SELECT count(*) FROM users WHERE role_id = roles.id AND status <> 'DELETED'),
             (SELECT array_agg(risk) FROM role_policies JOIN policies ON policies.id = policy_id WHERE role_id = roles.id)
           FROM roles ORDER BY lower(name) COLLATE "C", id LIMIT 26`,
          'SELECT count(*) FROM roles',
        ),
    ],
    [
      'policies, first page',
      () => listRows(db, policiesSource(db), PAGE),
      () =>
        bare(
          `SELECT policies.*, (SELECT count(*) FROM role_policies WHERE policy_id = policies.id),
             (SELECT count(*) FROM user_policies JOIN users ON users.id = user_id WHERE policy_id = policies.id AND status <> 'DELETED')
           FROM policies ORDER BY lower(name) COLLATE "C", id LIMIT 26`,
          'SELECT count(*) FROM policies',
        ),
    ],
    [
      'the matrix of a user',
      () => grantsOf(db, user.id),
      () =>
        pool.query(
          `SELECT policies.* FROM policies WHERE id IN (
             SELECT policy_id FROM user_policies WHERE user_id = $1
             UNION SELECT policy_id FROM role_policies JOIN users USING (role_id) WHERE users.id = $1)`,
          [user.id],
        ),
    ],
    ['the access check', () => accessVersion(db), () => pool.query('SELECT version FROM access_version')],
  ]
  const lines = []
  for (const [what, ours, sql] of compared) {
    const [a, b] = await inTurns(ours, sql, rounds)
    const shown = `${(a / b).toFixed(2)}× (${a.toFixed(2)} : ${b.toFixed(2)} ms)`
    lines.push(atMost(`access, ${what}`, a / b, 2, shown, '≤ 2× the bare SQL'))
  }
  return lines
}

/** What no SQL answers by itself. */
async function times(pool: Pool, db: Database, rounds: number): Promise<Line[]> {
  const { sub } = await only<{ sub: string }>(
    pool,
    "SELECT identity_sub AS sub FROM users WHERE employee_no = 'LD-4803'",
  )
  const { id: userId } = await only<{ id: string }>(pool, 'SELECT id FROM users LIMIT 1')
  const { id: policy } = await only<{ id: string }>(pool, 'SELECT id FROM policies WHERE name = $1', [
    BUSY.policy,
  ])
  const role = await only<{ id: string; policy_ids: string[] }>(
    pool,
    'SELECT id, ARRAY(SELECT policy_id FROM role_policies WHERE role_id = id) AS policy_ids FROM roles WHERE name = $1',
    [BUSY.role],
  )
  const asked: [string, () => Promise<unknown>, number][] = [
    ['a caller who is not known yet', () => findCaller(db, sub), 50],
    ['why not', () => explainAccess(db, userId, 'card:unmask'), 50],
    [
      'impact of a role of 550 users',
      () =>
        impactOfChange(db, { kind: 'role', id: role.id, modules: ['Glass'], policy_ids: role.policy_ids }),
      200,
    ],
    [
      'impact of a policy of 1,000 users',
      () => impactOfChange(db, { kind: 'policy', id: policy, statements: ['tender:*', 'card:unmask'] }),
      200,
    ],
  ]
  const lines = []
  for (const [what, ask, most] of asked) {
    const took = []
    for (let round = -WARM_UP; round < rounds; round++) {
      const ms = await timed(ask)
      if (round >= 0) took.push(ms)
    }
    lines.push(atMost(`access, ${what}`, median(took), most, `${median(took).toFixed(1)} ms`, `≤ ${most} ms`))
  }
  return lines
}

async function inTurns(ours: () => Promise<unknown>, bare: () => Promise<unknown>, rounds: number) {
  const [tookOurs, tookBare]: [number[], number[]] = [[], []]
  for (let round = -WARM_UP; round < rounds; round++) {
    const [a, b] = [await timed(ours), await timed(bare)]
    if (round < 0) continue
    tookOurs.push(a)
    tookBare.push(b)
  }
  return [median(tookOurs), median(tookBare)] as const
}

async function only<Row extends object>(pool: Pool, sql: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await pool.query<Row>(sql, values)
  if (!rows[0]) throw new Error(`Nothing found: ${sql}`)
  return rows[0]
}
