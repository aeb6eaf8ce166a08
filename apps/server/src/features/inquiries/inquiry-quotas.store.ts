import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { lockUserRow } from '../../kernel/caller.ts'

/** Longer than any call, so a claim that old is left by a killed process. */
const CLAIM_MS = 120_000

/** Claims a single inquiry before its look-up. False if the user has used up the not-found replies since a time. */
export async function claimInquiry(
  tx: Tx,
  { id, userId, now, since, most }: { id: string; userId: string; now: Date; since: Date; most: number },
): Promise<boolean> {
  await lockUserRow(tx, userId)
  const old = new Date(now.getTime() - CLAIM_MS)
  await tx.deleteFrom('inquiry_claims').where('user_id', '=', userId).where('claimed_at', '<=', old).execute()
  const running = tx
    .selectFrom('inquiry_claims')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
  const notFound = tx
    .selectFrom('inquiries')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('owner_id', '=', userId)
    .where('created_at', '>=', since)
    .where(sql<boolean>`outcome LIKE '%_NOT_FOUND'`)
  const counts = await running.unionAll(notFound).execute()
  if (counts.reduce((sum, { count }) => sum + count, 0) >= most) return false
  await tx.insertInto('inquiry_claims').values({ id, user_id: userId, claimed_at: now }).execute()
  return true
}

/** Ends the claim, in the transaction that stores the result, or if a repeated call stores none. */
export async function endClaim(db: Reader, id: string): Promise<void> {
  await db.deleteFrom('inquiry_claims').where('id', '=', id).execute()
}

/** A subject is identified by the id of a found card, otherwise by the shown text. */
const SUBJECT = sql`coalesce(card_id::text, mode || subject)`

/** Different cards, accounts and references of a user's single inquiries, with and without the given one. */
export async function countSubjects(
  tx: Tx,
  { userId, since, id }: { userId: string; since: Date; id: string },
): Promise<{ all: number; others: number }> {
  return tx
    .selectFrom('inquiries')
    .select([
      sql<number>`count(DISTINCT ${SUBJECT})::int`.as('all'),
      sql<number>`(count(DISTINCT ${SUBJECT}) FILTER (WHERE id <> ${id}))::int`.as('others'),
    ])
    .where('owner_id', '=', userId)
    .where('created_at', '>=', since)
    .where('source_filekey', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Users with more different subjects than `most` since a time. */
export async function countBusyUsers(
  db: Reader,
  { since, most }: { since: Date; most: number },
): Promise<number> {
  const busy = db
    .selectFrom('inquiries')
    .select('owner_id')
    .where('created_at', '>=', since)
    .where('source_filekey', 'is', null)
    .groupBy('owner_id')
    .having(sql<boolean>`count(DISTINCT ${SUBJECT}) > ${most}`)
  const { users } = await db
    .selectFrom(busy.as('busy'))
    .select(sql<number>`count(*)::int`.as('users'))
    .executeTakeFirstOrThrow()
  return users
}
