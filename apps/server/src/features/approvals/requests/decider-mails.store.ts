import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'

/** Between two mails to a user about requests to decide, so that no requester floods their inbox. */
const MAIL_MINUTES = 10
const PAUSE = sql`make_interval(mins => ${sql.lit(MAIL_MINUTES)})`

/**
 * Users who have had no mail about requests in ten minutes, and now get one. The others get one mail about all requests
 * that wait once the time is over.
 */
export async function claimMails(tx: Tx, userIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ user_id: string; is_due: boolean }>`
    INSERT INTO decider_mails AS m (user_id, mailed_at)
    SELECT id, ${now} FROM unnest(${[...userIds]}::uuid[]) AS id ORDER BY id
    ON CONFLICT (user_id) DO UPDATE SET is_due = m.mailed_at > excluded.mailed_at - ${PAUSE},
      mailed_at = CASE WHEN m.mailed_at > excluded.mailed_at - ${PAUSE} THEN m.mailed_at ELSE excluded.mailed_at END
    RETURNING user_id, is_due`.execute(tx)
  return rows.flatMap(({ user_id, is_due }) => (is_due ? [] : [user_id]))
}

/** Users for whom requests came within ten minutes of their last mail, which are over. Their next mail is this one. */
export async function takeDueMails(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    UPDATE decider_mails SET is_due = false, mailed_at = ${now}
    WHERE is_due AND mailed_at <= ${now}::timestamptz - ${PAUSE} RETURNING user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}
