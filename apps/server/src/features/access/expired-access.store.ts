import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { recordSystemAudit } from '../../kernel/audit.ts'

const BATCH = 200

type PassedAccess = {
  id: string
  user_id: string
  until: Date
  role: string | null
  permanent_role: string | null
  policy: string | null
}

/**
 * Marks temporary access whose time has passed as expired, with an event each. Decisions about access do not depend on
 * it. Skips rows that another transaction records, so that each is recorded once. True if there may be more.
 */
export async function recordPassed(tx: Tx, condition: RawBuilder<SqlBool> = sql`true`): Promise<boolean> {
  const { rows } = await sql<PassedAccess>`
    SELECT temporary_access.id, user_id, until, roles.name AS role, policies.name AS policy,
      (SELECT name FROM roles JOIN users ON users.role_id = roles.id WHERE users.id = user_id) AS permanent_role
    FROM temporary_access
      LEFT JOIN roles ON roles.id = temporary_access.role_id
      LEFT JOIN policies ON policies.id = policy_id
    WHERE ended_at IS NULL AND until <= clock_timestamp() AND ${condition}
    ORDER BY until, temporary_access.id
    LIMIT ${BATCH}
    FOR UPDATE OF temporary_access SKIP LOCKED`.execute(tx)
  // An update of no rows would still move the access version.
  if (rows.length === 0) return false
  const ids = rows.map(({ id }) => id)
  await tx
    .updateTable('temporary_access')
    .set((q) => ({ ended_at: q.ref('until'), ended_because: 'EXPIRED' }))
    .where('id', 'in', ids)
    .execute()
  for (const passed of rows) await recordSystemAudit(tx, eventOf(passed))
  return rows.length === BATCH
}

const eventOf = (passed: PassedAccess) =>
  ({ resource: 'user', action: 'expire', id: passed.user_id, changes: changesOfEnd(passed) }) as const

/** Changes of a user whose temporary role or policy ends, for the trail. */
export function changesOfEnd({
  until,
  role,
  permanent_role,
  policy,
}: Pick<PassedAccess, 'until' | 'role' | 'permanent_role' | 'policy'>) {
  const ended =
    policy === null ? { role: [role, permanent_role] as const } : { extra_policies: [[policy], []] as const }
  return { ...ended, until: [until.toISOString(), null] as const }
}
