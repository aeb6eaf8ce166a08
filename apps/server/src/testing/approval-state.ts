import type { ApprovalKind } from '@backoffice/contract/approvals'
import type { Impact } from '@backoffice/contract/explain'
import { findUserAccess } from '../features/access/access.store.ts'
import { AccessModel, type Difference, type State, type UserState } from './access-model.ts'
import type { TestSystem } from './test-system.ts'

/** Access, rules and requests as the product has them, to compare with the model. */

type Database = Pick<TestSystem, 'pool' | 'db'>

export async function readState({ pool, db }: Database): Promise<State> {
  const { rows } = await pool.query<{ id: string; status: string }>(
    "SELECT id, status FROM users WHERE status <> 'DELETED'",
  )
  const users = new Map<string, UserState>()
  for (const { id, status } of rows) {
    const found = await findUserAccess(db, id)
    if (found) users.set(id, { status, permanent: found.permanent, inForce: found.access })
  }
  const { rows: rules } = await pool.query<{ kind: string; is_on: boolean }>(
    'SELECT kind, is_on FROM approval_rules',
  )
  const { rows: loans } = await pool.query<{ loan: string }>(
    `SELECT concat_ws(' ', user_id, coalesce(role_id, policy_id),
       round(extract(epoch FROM until - clock_timestamp()) / 3600)) AS loan
     FROM temporary_access WHERE ended_at IS NULL AND until > clock_timestamp()`,
  )
  return {
    users,
    rules: new Map(rules.map(({ kind, is_on }) => [kind, is_on])),
    loans: loans.map(({ loan }) => loan).sort(),
  }
}

/** A model of the stored state, whose temporary access has just begun. */
export async function createModel({ pool }: Pick<TestSystem, 'pool'>): Promise<AccessModel> {
  const model = new AccessModel()
  const { rows: users } = await pool.query(
    `SELECT id, status, role_id, ARRAY(SELECT policy_id::text FROM user_policies WHERE user_id = users.id) AS extra_policies
     FROM users WHERE status <> 'DELETED'`,
  )
  for (const { id, ...user } of users) model.users.set(id, user)
  const { rows: roles } = await pool.query(
    `SELECT id, modules, ARRAY(SELECT policy_id::text FROM role_policies WHERE role_id = roles.id) AS policy_ids FROM roles`,
  )
  for (const { id, ...role } of roles) model.roles.set(id, role)
  const { rows: policies } = await pool.query('SELECT id, statements FROM policies')
  for (const { id, statements } of policies) model.policies.set(id, statements)
  const { rows: rules } = await pool.query('SELECT kind, is_on FROM approval_rules')
  for (const { kind, is_on } of rules) model.rules.set(kind, is_on)
  const { rows: loans } = await pool.query(
    `SELECT user_id, policy_id, round(extract(epoch FROM until - starts_at) / 3600)::int AS hours
     FROM temporary_access WHERE policy_id IS NOT NULL`,
  )
  for (const { user_id, policy_id, hours } of loans)
    model.apply({ do: 'access', gives: { policy_id }, hours }, user_id, () => 'ACTIVE')
  return model
}

export type StoredRequest = {
  id: string
  endpoint: string
  kind: ApprovalKind
  status: string
  requested_by: string
  subjects: string[]
  /** The user whose access alone the request would change; null for other requests. */
  about: string | null
  impact: Pick<Impact, 'gains' | 'losses'> | null
}

export async function readRequests({ pool }: Database): Promise<ReadonlyMap<string, StoredRequest>> {
  const { rows } = await pool.query<StoredRequest>(
    `SELECT id, endpoint, kind, status, requested_by, subjects, impact,
       CASE WHEN resource = 'user' AND cardinality(records) = 1 AND kind <> 'BREAK_GLASS'
         THEN split_part(records[1], ' ', 1) END AS about
     FROM approvals`,
  )
  return new Map(rows.map((each) => [each.id, each]))
}

/** Differences that the request has shown. */
export function predicted({ impact }: StoredRequest): Map<string, Difference> {
  const found = new Map<string, Difference>()
  for (const [direction, effects] of [
    ['gained', impact?.gains],
    ['lost', impact?.losses],
  ] as const)
    for (const { name, users } of effects ?? [])
      for (const { id } of users) {
        const difference = found.get(id) ?? { gained: [], lost: [] }
        difference[direction] = [...difference[direction], name].sort()
        found.set(id, difference)
      }
  return found
}
