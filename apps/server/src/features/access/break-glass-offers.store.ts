import type { Takers } from '@backoffice/contract/approvals'
import { coveredBy, HIGH_RISK } from '@backoffice/contract/grants'
import { sql } from 'kysely'
import type { Reader } from '../../db/client.ts'
import { MOST_SHOWN, type NewOffer } from '../approvals/proposals/proposal.ts'
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
  readonly offers: readonly NewOffer[]
}

export const NO_OFFERS: MoreOffered = { basis: [], userIds: [], offers: [] }

/** Compares the offers after a change with those before it. */
export async function moreOffered(db: Reader, before: readonly Offer[]): Promise<MoreOffered> {
  const keysOf = ({ role_id, taker_id, permissions }: Offer) =>
    permissions.map((name) => `${role_id} ${taker_id} ${name}`)
  const known = new Set(before.flatMap(keysOf))
  const added = (await readOffers(db)).filter((offer) => keysOf(offer).some((key) => !known.has(key)))
  if (added.length === 0) return NO_OFFERS
  const takers = added.map(({ taker_id }) => taker_id)
  const users = await db
    .selectFrom('users')
    .select(['id', 'role_id'])
    .where('role_id', 'in', takers)
    .where('status', '!=', 'DELETED')
    .execute()
  return {
    basis: added.flatMap(keysOf).filter((key) => !known.has(key)),
    userIds: users.map(({ id }) => id),
    offers: added.map(({ role_id, taker_id, permissions }) => ({
      roleId: role_id,
      takerRoleId: taker_id,
      permissions: permissions.filter((name) => !known.has(`${role_id} ${taker_id} ${name}`)),
      userIds: users.flatMap((user) => (user.role_id === taker_id ? user.id : [])),
    })),
  }
}

type RoleOfUser = { readonly from: string | null; readonly to: string }

/** High-risk permissions that users may take because of another role. `from` is null if the user had none. */
export async function moreBreakGlassRoles(
  db: Reader,
  users: ReadonlyMap<string, RoleOfUser>,
): Promise<MoreOffered> {
  const offers = await readOffers(db)
  const takeable = (role: string | null) => offers.filter(({ taker_id }) => taker_id === role)
  const more = [...users].flatMap(([id, { from, to }]) => {
    const had = new Set(takeable(from).flatMap(({ permissions }) => permissions))
    return takeable(to).flatMap(({ role_id, taker_id, permissions }) => {
      const added = permissions.filter((name) => !had.has(name))
      return added.length > 0 ? [{ id, role_id, taker_id, added }] : []
    })
  })
  const byOffer = Map.groupBy(more, ({ role_id, taker_id, added }) => [role_id, taker_id, ...added].join(' '))
  return {
    basis: [
      ...new Set(more.flatMap(({ taker_id, added }) => added.map((name) => `${taker_id} ${name}`))),
    ].sort(),
    userIds: [...new Set(more.map(({ id }) => id))],
    offers: [...byOffer.values()].flatMap((same) => {
      const [first] = same
      if (!first) return []
      const { role_id: roleId, taker_id: takerRoleId, added: permissions } = first
      return [{ roleId, takerRoleId, permissions, userIds: same.map(({ id }) => id) }]
    }),
  }
}

/** Names and emails of the users of each offer, as they are now. */
export async function describeOffers(db: Reader, offers: readonly NewOffer[]): Promise<Takers[]> {
  if (offers.length === 0) return []
  const names = new Map((await findAllRoles(db)).map(({ id, name }) => [id, name]))
  const nameOf = (id: string) => names.get(id) ?? ''
  const described: Takers[] = []
  for (const { roleId, takerRoleId, permissions, userIds } of offers) {
    const { rows: users } = await sql<{ name: string; email: string }>`
      SELECT given_name || ' ' || family_name AS name, email FROM users WHERE id = ANY (${[...userIds]}::uuid[])
      ORDER BY lower(given_name || ' ' || family_name) COLLATE "C", id LIMIT ${MOST_SHOWN}`.execute(db)
    described.push({
      ...{ role: nameOf(roleId), taker_role: nameOf(takerRoleId), permissions: [...permissions] },
      ...{ user_count: userIds.length, users },
    })
  }
  return described
}

/** Roles that the user may take at once, because they name the user’s permanent role. */
export async function newBreakGlassRoles(
  db: Reader,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT roles.id, roles.name FROM users JOIN roles ON users.role_id = ANY (roles.break_glass_for)
    WHERE users.id = ${userId} ORDER BY lower(roles.name) COLLATE "C"`.execute(db)
  return rows
}
