import type { AffectedUser } from '@backoffice/contract/approvals'
import { sql } from 'kysely'
import type { Reader } from '../../../db/client.ts'
import { MOST_SHOWN } from '../../../kernel/approvals.ts'

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
