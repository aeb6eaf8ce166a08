import type { ViewAudience, ViewContent } from '@backoffice/contract/views'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'

/** More than a menu can show. Shared views of other users come last and are cut off. */
const MOST_LISTED = 500

/** Own views, views shared with the user's role, and views for everyone. */
function visibleViews(db: Reader, userId: string) {
  return db
    .selectFrom('views')
    .innerJoin('users as owner', 'owner.id', 'views.owner_id')
    .leftJoin('roles', 'roles.id', 'views.role_id')
    .leftJoin('view_defaults', (join) =>
      join.onRef('view_defaults.view_id', '=', 'views.id').on('view_defaults.user_id', '=', userId),
    )
    .select(['views.id', 'views.version', 'views.list', 'views.name', 'audience', 'content', 'owner_id'])
    .select([
      'views.role_id',
      'roles.name as role_name',
      sql<string>`owner.given_name || ' ' || owner.family_name`.as('owner_name'),
      sql<boolean>`view_defaults.view_id IS NOT NULL`.as('is_default'),
    ])
    .where((q) =>
      q.or([
        q('views.owner_id', '=', userId),
        q('audience', '=', 'EVERYONE'),
        q('views.role_id', '=', roleOf(db, userId)),
      ]),
    )
}

function roleOf(db: Reader, userId: string) {
  return db.selectFrom('users').select('role_id').where('id', '=', userId)
}

export async function findRoleId(db: Reader, userId: string): Promise<string | null> {
  return (await roleOf(db, userId).executeTakeFirstOrThrow()).role_id
}

export function listRoleNames(db: Reader): Promise<{ id: string; name: string }[]> {
  return db.selectFrom('roles').select(['id', 'name']).orderBy(sql`lower(name) COLLATE "C"`).execute()
}

export async function roleExists(db: Reader, id: string): Promise<boolean> {
  const found = await db.selectFrom('roles').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

export type ViewRow = Awaited<ReturnType<typeof findView>> & {}

/** Default view first, then own views, views of the role and for everyone; each sorted by name. */
export function listViews(db: Reader, userId: string, list: string): Promise<ViewRow[]> {
  return visibleViews(db, userId)
    .where('views.list', '=', list)
    .orderBy('is_default', 'desc')
    .orderBy(sql`array_position(ARRAY['MINE', 'ROLE', 'EVERYONE'], audience)`)
    .orderBy(sql`lower(views.name) COLLATE "C"`)
    .orderBy('views.id')
    .limit(MOST_LISTED)
    .execute()
}

export function findView(db: Reader, userId: string, id: string) {
  return visibleViews(db, userId).where('views.id', '=', id).executeTakeFirst()
}

export function lockView(tx: Tx, userId: string, id: string) {
  return visibleViews(tx, userId).where('views.id', '=', id).forUpdate('views').executeTakeFirst()
}

export async function countViews(tx: Tx, ownerId: string): Promise<number> {
  const { counted } = await tx
    .selectFrom('views')
    .select(sql<number>`count(*)::int`.as('counted'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return counted
}

/** `role_id` is the role of the audience `ROLE`. */
type ViewValues = {
  name: string
  audience: ViewAudience
  role_id: string | null
  content: ViewContent
}

export async function insertView(tx: Tx, ownerId: string, list: string, values: ViewValues): Promise<string> {
  const { id } = await tx
    .insertInto('views')
    .values({ ...values, content: values.content, list, owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateView(tx: Tx, id: string, values: ViewValues): Promise<void> {
  await tx
    .updateTable('views')
    .set((q) => ({
      ...values,
      content: values.content,
      version: q('version', '+', 1),
      updated_at: new Date(),
    }))
    .where('id', '=', id)
    .execute()
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('views').where('id', '=', id).execute()
}

export async function findDefaultView(tx: Tx, userId: string, list: string): Promise<string | null> {
  const row = await tx
    .selectFrom('view_defaults')
    .select('view_id')
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirst()
  return row?.view_id ?? null
}

export async function saveDefaultView(
  tx: Tx,
  userId: string,
  list: string,
  id: string | null,
): Promise<void> {
  if (id === null) {
    await tx.deleteFrom('view_defaults').where('user_id', '=', userId).where('list', '=', list).execute()
    return
  }
  await tx
    .insertInto('view_defaults')
    .values({ user_id: userId, list, view_id: id })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ view_id: id }))
    .execute()
}
