import { grantTemporarily } from '../features/access/temporary-access.store.ts'
import type { TestSystem } from './test-system.ts'

const HOUR_MS = 3_600_000

type Gives = { roleId: string } | { policyId: string; modules?: readonly string[] }

/** Grants a role or policy temporarily, without the API's checks. */
export function giveTemporarily(
  { db }: Pick<TestSystem, 'db'>,
  userId: string,
  gives: Gives,
  durationMs = HOUR_MS,
): Promise<{ id: string; until: Date }> {
  return db.transaction().execute((tx) =>
    grantTemporarily(tx, {
      userId,
      gives: 'roleId' in gives ? gives : { modules: [], ...gives },
      ends: { afterMs: durationMs },
      reason: 'Substitute',
      ticketNo: 'T-1',
      isBreakGlass: false,
      grantedBy: null,
      approvalId: null,
    }),
  )
}

/** Moves all temporary access of a user into the past, as if this time had gone by for it. */
export async function passTime({ pool }: Pick<TestSystem, 'pool'>, userId: string, hours: number) {
  await pool.query(
    `UPDATE temporary_access SET starts_at = starts_at - $2 * interval '1 hour', until = until - $2 * interval '1 hour'
     WHERE user_id = $1`,
    [userId, hours],
  )
}

/** True when the time of a record has passed by the database's clock. */
export async function hasPassed({ pool }: Pick<TestSystem, 'pool'>, id: string): Promise<boolean> {
  const { rows } = await pool.query<{ passed: boolean }>(
    'SELECT until <= clock_timestamp() AS passed FROM temporary_access WHERE id = $1',
    [id],
  )
  return rows[0]?.passed ?? false
}
