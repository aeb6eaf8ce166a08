import { maskCardNumbers } from '@backoffice/contract/card-number'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { onlyRow, type Reader, type Tx } from '../../db/client.ts'
import { recordSystemAudit } from '../../kernel/audit.ts'

/** Condition on `temporary_access`, by the database's clock at the moment of the read. */
export const isInForce = sql<SqlBool>`(temporary_access.ended_at IS NULL AND temporary_access.until > clock_timestamp())`

export type TemporaryHolding = {
  readonly id: string
  readonly role_id: string | null
  readonly policy_id: string | null
  readonly modules: readonly string[]
  /** ISO time. */
  readonly until: string
}

/** JSON list of the temporary access in force of the user in `users`, the first to end first. */
export const temporaryOfUser = sql<TemporaryHolding[]>`coalesce((
  SELECT json_agg(json_build_object('id', id, 'role_id', role_id, 'policy_id', policy_id, 'modules', modules,
    'until', until) ORDER BY until, id)
  FROM temporary_access WHERE user_id = users.id AND ${isInForce}
), '[]')`

type NewAccess = {
  userId: string
  /** A role, or a policy with the modules that come with it. */
  gives: { roleId: string } | { policyId: string; modules: readonly string[] }
  /** An end, or a duration from now. */
  ends: { at: Date } | { afterMs: number }
  reason: string
  ticketNo: string | null
  isBreakGlass: boolean
  grantedBy: string | null
  approvalId: string | null
}

/**
 * Inserts temporary access and returns it. It replaces the user's temporary role, or the same temporary policy. Call it
 * under `lockAccess`, after the checks of the grant.
 */
export async function grantTemporarily(tx: Tx, access: NewAccess): Promise<{ id: string; until: Date }> {
  const { userId, gives, ends, reason, ticketNo, isBreakGlass, grantedBy, approvalId } = access
  const [role_id, policy_id, modules] =
    'roleId' in gives ? [gives.roleId, null, []] : [null, gives.policyId, [...gives.modules]]
  await recordPassed(tx, sql<SqlBool>`user_id = ${userId}`)
  await tx
    .updateTable('temporary_access')
    .set({ ended_at: sql<Date>`clock_timestamp()`, ended_because: 'REPLACED' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(role_id === null ? sql<SqlBool>`policy_id = ${policy_id}` : sql<SqlBool>`role_id IS NOT NULL`)
    .execute()
  // One reading of the clock for both times, so that the duration is exact.
  const { rows } = await sql<{ id: string; until: Date }>`
    INSERT INTO temporary_access (user_id, role_id, policy_id, modules, reason, ticket_no, is_break_glass, granted_by,
      approval_id, starts_at, until)
    SELECT ${userId}, ${role_id}, ${policy_id}, ${modules}::text[], ${maskCardNumbers(reason)},
      ${ticketNo && maskCardNumbers(ticketNo)}, ${isBreakGlass}, ${grantedBy}, ${approvalId}, now,
      ${'at' in ends ? sql`${ends.at}::timestamptz` : sql`now + make_interval(secs => ${ends.afterMs / 1_000})`}
    FROM (SELECT clock_timestamp() AS now OFFSET 0) AS clock
    RETURNING id, until`.execute(tx)
  return onlyRow(rows)
}

const WITHDRAWAL = { ended_at: sql<Date>`clock_timestamp()`, ended_because: 'WITHDRAWN' } as const

/** Withdraws access that is in force. False if it has ended. */
export async function endTemporaryAccess(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('temporary_access')
    .set(WITHDRAWAL)
    .where('id', '=', id)
    .where(isInForce)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

type EndedAccess = Parameters<typeof changesOfEnd>[0] & { user_id: string }

/** Withdraws the access of an approval and returns it; undefined if it has ended. */
export async function endAccessOfApproval(tx: Tx, approvalId: string): Promise<EndedAccess | undefined> {
  const { rows } = await sql<EndedAccess>`
    UPDATE temporary_access SET ended_at = clock_timestamp(), ended_because = 'WITHDRAWN'
    WHERE approval_id = ${approvalId} AND ${isInForce}
    RETURNING user_id, until, (SELECT name FROM roles WHERE roles.id = role_id) AS role,
      (SELECT name FROM policies WHERE policies.id = policy_id) AS policy,
      (SELECT name FROM roles JOIN users ON users.role_id = roles.id WHERE users.id = user_id) AS permanent_role`.execute(
    tx,
  )
  return rows[0]
}

/** Withdraws all temporary access of a user. Returns the number. */
export async function endAllTemporaryAccess(tx: Tx, userId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('temporary_access')
    .set(WITHDRAWAL)
    .where('user_id', '=', userId)
    .where(isInForce)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Temporary access in force, the first to end first. */
export async function temporaryAccessOf(db: Reader, userIds: readonly string[]) {
  if (userIds.length === 0) return []
  return db
    .selectFrom('temporary_access')
    .leftJoin('users as giver', 'giver.id', 'granted_by')
    .leftJoin('roles', 'roles.id', 'temporary_access.role_id')
    .leftJoin('policies', 'policies.id', 'policy_id')
    .select(['temporary_access.id', 'user_id', 'temporary_access.role_id', 'policy_id', 'until'])
    .select(['roles.name as role', 'policies.name as policy', 'temporary_access.modules'])
    .select(['reason', 'ticket_no', 'is_break_glass'])
    .select(sql<string | null>`giver.given_name || ' ' || giver.family_name`.as('granted_by'))
    .where('user_id', 'in', userIds)
    .where(isInForce)
    .orderBy('until')
    .orderBy('temporary_access.id')
    .execute()
}

type RoleOrPolicy = { roleId: string } | { policyId: string }

const isOf = (record: RoleOrPolicy) =>
  'roleId' in record
    ? sql<SqlBool>`temporary_access.role_id = ${record.roleId}`
    : sql<SqlBool>`temporary_access.policy_id = ${record.policyId}`

/** Names of the users who hold a role or policy temporarily but not permanently, sorted. */
export async function namesOfTemporaryHolders(db: Reader, record: RoleOrPolicy): Promise<string[]> {
  const isPermanent =
    'roleId' in record
      ? sql<SqlBool>`users.role_id = ${record.roleId}`
      : sql<SqlBool>`EXISTS (SELECT FROM user_policies WHERE user_id = users.id AND policy_id = ${record.policyId})`
  const name = sql<string>`given_name || ' ' || family_name`
  const rows = await db
    .selectFrom('temporary_access')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['users.id', name.as('name')])
    .distinct()
    .where(isOf(record))
    .where(isInForce)
    .where(sql<SqlBool>`NOT ${isPermanent}`)
    .execute()
  return rows.map((row) => row.name).toSorted()
}

/** Removes records of access that has ended, before the deletion of its role or policy. */
export async function removeEndedAccess(tx: Tx, record: RoleOrPolicy): Promise<void> {
  let isMore = true
  while (isMore) isMore = await recordPassed(tx, isOf(record))
  // Waits for rows that a job is recording.
  await tx.deleteFrom('temporary_access').where(isOf(record)).where(sql<SqlBool>`NOT ${isInForce}`).execute()
}

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
