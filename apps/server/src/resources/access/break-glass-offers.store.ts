import { coveredBy, HIGH_RISK } from '@backoffice/contract/grants'
import { sql } from 'kysely'
import type { Reader } from '../../db/client.ts'
import { findAllRoles } from './grants.store.ts'

/** A role that users of another role may take by break-glass, with its high-risk permissions in any module. */
type Offer = { role_id: string; taker_id: string; permissions: readonly string[] }

export async function readOffers(db: Reader): Promise<Offer[]> {
  const { rows } = await sql<{ role_id: string; taker_id: string }>`
    SELECT id AS role_id, unnest(break_glass_for) AS taker_id FROM roles WHERE break_glass_for <> '{}'
    ORDER BY role_id, taker_id`.execute(db)
  if (rows.length === 0) return []
  const roles = new Map((await findAllRoles(db)).map(({ id, policies }) => [id, policies]))
  return rows.map((row) => {
    const statements = (roles.get(row.role_id) ?? []).flatMap((policy) => policy.statements)
    return { ...row, permissions: coveredBy(statements).filter((name) => HIGH_RISK.has(name)) }
  })
}

/** High-risk permissions that more users may take than before. */
export type MoreOffered = {
  /** Role, role that may take it, and permission. */
  readonly basis: readonly string[]
  readonly userIds: readonly string[]
}

/** Compares the offers after a change with those before it. */
export async function moreOffered(db: Reader, before: readonly Offer[]): Promise<MoreOffered> {
  const keysOf = ({ role_id, taker_id, permissions }: Offer) =>
    permissions.map((name) => `${role_id} ${taker_id} ${name}`)
  const known = new Set(before.flatMap(keysOf))
  const added = (await readOffers(db)).filter((offer) => keysOf(offer).some((key) => !known.has(key)))
  if (added.length === 0) return { basis: [], userIds: [] }
  const takers = added.map(({ taker_id }) => taker_id)
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('role_id', 'in', takers)
    .where('status', '!=', 'DELETED')
    .execute()
  return {
    basis: added.flatMap(keysOf).filter((key) => !known.has(key)),
    userIds: users.map(({ id }) => id),
  }
}

type RoleOfUser = { readonly from: string | null; readonly to: string }

/** High-risk permissions that users may take because of another role. `from` null: the user had none. */
export async function moreTakeable(db: Reader, users: ReadonlyMap<string, RoleOfUser>): Promise<MoreOffered> {
  const offers = await readOffers(db)
  const takeable = (role: string | null) =>
    offers.flatMap(({ taker_id, permissions }) => (taker_id === role ? permissions : []))
  const more = [...users].flatMap(([id, { from, to }]) => {
    const had = new Set<string>(takeable(from))
    return takeable(to).flatMap((name) => (had.has(name) ? [] : [{ id, basis: `${to} ${name}` }]))
  })
  return {
    basis: [...new Set(more.map(({ basis }) => basis))].sort(),
    userIds: [...new Set(more.map(({ id }) => id))],
  }
}

/** Roles that the user may take at once: those that name the user’s permanent role. */
export async function takeableRoles(db: Reader, userId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT roles.id, roles.name FROM users JOIN roles ON users.role_id = ANY (roles.break_glass_for)
    WHERE users.id = ${userId} ORDER BY lower(roles.name) COLLATE "C"`.execute(db)
  return rows
}
