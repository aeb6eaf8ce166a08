import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { preparedRead } from '../../db/statements.ts'

const NO_SUB = ''

const readUser = preparedRead('user-of-identity', (db, sub) =>
  db
    .selectFrom('users')
    .select(['id', sql<string>`given_name || ' ' || family_name`.as('name')])
    .where('identity_sub', '=', sub),
)

/** Reads with and without a sub, so that an unknown account takes as long. */
export function findByIdentity(db: Reader, sub: string | null) {
  return readUser(db, sub ?? NO_SUB)
}

type SeenSession = { session: string; userId: string; forgetAfter: Date }

/** False if the session was seen before, by any process. */
export async function insertSeenSession(
  tx: Tx,
  { session, userId, forgetAfter }: SeenSession,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('seen_sessions')
    .values({ session_id: session, user_id: userId, forget_after: forgetAfter })
    .onConflict((conflict) => conflict.doNothing())
    .returning('session_id')
    .executeTakeFirst()
  return inserted !== undefined
}
