import type { createPool } from '../apps/server/src/db/client.ts'
import { insertPolicy, insertRole, insertUser } from '../apps/server/src/testing/access.ts'
import { type Driver, retryUntilReply } from './driver.ts'
import { until } from './services.ts'

type Pool = ReturnType<typeof createPool>

/** `contentHash`: from the opened request. `key`: Idempotency-Key of every attempt to approve it. */
export type GrantRequest = {
  user: string
  policy: string
  approvalId: string
  contentHash: string
  key: string
}

/** Requests a high-risk policy for a new user; the request waits for approval. */
export async function requestGrant(driver: Driver, pool: Pool): Promise<GrantRequest> {
  const { user, role_id, policy } = await retryUntilReply(async () => {
    const role_id = await insertRole(
      { pool },
      ['SMAC Inquiry'],
      [await insertPolicy({ pool }, ['inquiry:run'])],
    )
    const policy = await insertPolicy({ pool }, ['card:unmask'])
    return { user: await insertUser({ pool }, role_id), role_id, policy }
  })
  const target = { role_id, extra_policies: [policy] }
  const impact = await driver.request<{ impact_version: string }>('/api/user/access/impact', {
    method: 'POST',
    body: { kind: 'user', id: user, ...target },
  })
  const { impact_version } = impact.body.resource
  const reply = await driver.request<{ approval: { id: string } }>(`/api/user/${user}`, {
    method: 'PATCH',
    body: { version: 1, ...target, impact_version },
  })
  if (reply.status !== 202) throw new Error(`not waiting: ${JSON.stringify(reply)}`)
  const approvalId = reply.body.resource.approval.id
  const opened = await driver.request<{ content_hash: string }>(`/api/user/approvals/${approvalId}`, {
    method: 'GET',
  })
  const { content_hash: contentHash } = opened.body.resource
  return { user, policy, approvalId, contentHash, key: crypto.randomUUID() }
}

/** One attempt to approve it. Undefined without a reply. */
export async function tryApprove(
  { token }: Driver,
  address: string,
  { approvalId, contentHash, key }: GrantRequest,
): Promise<number | undefined> {
  const reply = await fetch(`${address}/api/user/approvals/approve`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ items: [{ id: approvalId, content_hash: contentHash }] }),
  }).catch(() => undefined)
  return reply?.status
}

/** Moments of the transaction of an approval, with the lock that stops it there; null for any moment. */
export const MOMENTS = {
  'before the effect': 'SELECT FROM users WHERE id = $1 FOR UPDATE',
  // Changes of access take it too.
  'during the effect': 'SELECT pg_advisory_xact_lock_shared(723051192)',
  // The mail to the requester is its last write.
  'after the effect': 'LOCK TABLE pgboss.job IN SHARE MODE',
  'at any time': null,
} as const
type Moment = keyof typeof MOMENTS

/** Starts an approval, and kills a process at the moment of its transaction. */
export async function killAt(
  pool: Pool,
  moment: Moment,
  { user }: GrantRequest,
  { approve, kill }: { approve: () => Promise<unknown>; kill: () => Promise<void> },
): Promise<void> {
  const lock = MOMENTS[moment]
  if (!lock) {
    await Promise.all([approve(), kill()])
    return
  }
  const client = await pool.connect()
  // Its server may be killed.
  client.on('error', () => {})
  try {
    await client.query('BEGIN')
    await client.query(lock, lock.includes('$1') ? [user] : [])
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const approving = approve()
    await until('the stopped transaction', async () => {
      // A worker may wait for the same lock.
      const blocked =
        "SELECT FROM pg_locks WHERE relation = 'approvals'::regclass AND $1 = ANY (pg_blocking_pids(pid))"
      return (await pool.query(blocked, [rows[0]?.pid])).rowCount !== 0
    })
    await kill()
    await approving
  } finally {
    client.release(true)
  }
}

/** Status of the request, what it has changed, and its events. */
export async function readGrant(pool: Pool, { user, policy, approvalId }: GrantRequest) {
  return retryUntilReply(async () => {
    // Waits for a decision whose process died.
    const { rows: locked } = await pool.query('SELECT status FROM approvals WHERE id = $1 FOR UPDATE', [
      approvalId,
    ])
    const { rows } = await pool.query(
      `SELECT (SELECT version FROM users WHERE id = $1) AS version,
       (SELECT count(*)::int FROM user_policies WHERE user_id = $1 AND policy_id = $2) AS policies,
       (SELECT count(*)::int FROM audit_events WHERE action = 'user.update' AND resource_id = $1::text) AS events,
       (SELECT string_agg(approved_by_name, ',') FROM audit_events WHERE action = 'user.update' AND resource_id = $1::text) AS approvers,
       (SELECT count(*)::int FROM audit_events WHERE action = 'approval.approve' AND resource_id = $3) AS approvals`,
      [user, policy, approvalId],
    )
    return { ...locked[0], ...rows[0] }
  })
}
