import type { AffectedUser, BreakGlassUse, LaterChange } from '@backoffice/contract/approvals'
import { sql } from 'kysely'
import type { Reader } from '../../../db/client.ts'
import { MOST_SHOWN } from '../proposals/proposal.ts'
import type { StoredDetail } from './approvals.store.ts'

type UserState = Pick<AffectedUser, 'name' | 'email' | 'contact' | 'department' | 'role' | 'policies'>

/** Profile, role and extra policies of users as they are now, by id. */
export async function readUserStates(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UserState>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<UserState & { id: string }>`
    SELECT users.id, given_name || ' ' || family_name AS name, email, contact, department, roles.name AS role,
      coalesce((SELECT json_agg(name ORDER BY lower(name) COLLATE "C") FROM user_policies
        JOIN policies ON policies.id = policy_id WHERE user_id = users.id), '[]') AS policies
    FROM users LEFT JOIN roles ON roles.id = role_id WHERE users.id = ANY (${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

type Key = { readonly key: string; readonly id: string }

/** The first users by name, from their states before and after a change. */
export function affectedUsers(
  keys: readonly Key[],
  before: ReadonlyMap<string, UserState>,
  after: ReadonlyMap<string, UserState>,
): AffectedUser[] {
  const users = keys.flatMap(({ key, id }) => {
    const [old, now] = [before.get(id), after.get(id)]
    if (!now) return []
    return [
      {
        ...{ key, id: old ? id : null },
        ...now,
        role_before: old?.role ?? null,
        policies_before: old?.policies ?? [],
      },
    ]
  })
  return users.toSorted((one, other) => (one.name < other.name ? -1 : 1)).slice(0, MOST_SHOWN)
}

/** Ids of users who are not deleted, by email. */
export async function idsByEmail(
  db: Reader,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    SELECT id, email FROM users WHERE email = ANY (${[...emails]}::text[]) AND status <> 'DELETED'`.execute(
    db,
  )
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/** Users who are not deleted and have a contact number of these, sorted by name. */
export async function namesByContact(db: Reader, users: readonly Pick<AffectedUser, 'contact'>[]) {
  const contacts = users.flatMap(({ contact }) => contact ?? [])
  if (contacts.length === 0) return []
  const { rows } = await sql<{ id: string; name: string; contact: string | null }>`
    SELECT id, given_name || ' ' || family_name AS name, contact FROM users
    WHERE contact = ANY (${contacts}::text[]) AND status <> 'DELETED'
    ORDER BY lower(given_name || ' ' || family_name) COLLATE "C", id`.execute(db)
  return rows
}

const MOST_CHANGES = 5

/** The last changes of what the request is about, between the request and its end. */
export async function laterChanges(
  db: Reader,
  { resource, records, users, requested_access, requested_at, decided_at, impact }: StoredDetail,
): Promise<LaterChange[]> {
  // A request for temporary access names the user and the access.
  const ids = new Set([
    ...records.flatMap((record) => record.split(' ')),
    ...users.map(({ key }) => key),
    ...(requested_access ? [requested_access.id] : []),
  ])
  const resources = [resource, ...(impact ? ['user', 'role', 'policy'] : [])]
  const { rows } = await sql<Omit<LaterChange, 'at'> & { at: Date }>`
    SELECT audit_record_label(resource, resource_id) AS label, at, actor_name AS by, action, changes
    FROM audit_events
    WHERE resource = ANY (${resources}::text[]) AND resource_id = ANY (${[...ids]}::text[]) AND outcome = 'done'
      AND changes <> '{}' AND at > ${requested_at} AND at < coalesce(${decided_at}::timestamptz, 'infinity')
    ORDER BY id DESC LIMIT ${MOST_CHANGES}`.execute(db)
  return rows.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })).toReversed()
}

const MOST_KINDS = 20

/** The time of break-glass access, and what its user did in it; null for other requests. */
export async function breakGlassUse(
  db: Reader,
  { id, kind, requested_by }: Pick<StoredDetail, 'id' | 'kind' | 'requested_by'>,
): Promise<BreakGlassUse | null> {
  if (kind !== 'BREAK_GLASS') return null
  const { rows } = await sql<{ started_at: Date; until: Date; ended_at: Date | null }>`
    SELECT starts_at AS started_at, until,
      CASE WHEN until <= clock_timestamp() THEN least(ended_at, until) ELSE ended_at END AS ended_at
    FROM temporary_access WHERE user_id = ${requested_by} AND approval_id = ${id}`.execute(db)
  const [taken] = rows
  // A deleted role takes its ended access with it.
  if (!taken) return null
  const { started_at, until, ended_at } = taken
  // The words of the index.
  const { rows: events } = await sql<BreakGlassUse['events'][number]>`
    SELECT action, outcome, sum(count)::int AS count FROM audit_events
    WHERE audit_actor(actor_id, actor_name) = ${requested_by} AND at >= ${started_at} AND at <= ${ended_at ?? until}
      AND action <> 'user.break-glass' AND resource_id IS DISTINCT FROM ${id}
    GROUP BY action, outcome ORDER BY count DESC, action LIMIT ${MOST_KINDS}`.execute(db)
  return {
    started_at: started_at.toISOString(),
    until: until.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    events,
  }
}
