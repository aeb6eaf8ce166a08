import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import { permanentHolders } from '../access/permanent-holders.ts'
import { mailUsers } from '../mail/mail-users.ts'
import { countOpen } from './approvals.store.ts'
import { viewableTables } from './request-table.ts'

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

/** Mails the number of waiting requests to users for whom some came within ten minutes of their last mail. */
export async function mailDueDeciders(tx: Tx, sendJob: SendJob, now: Date): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    UPDATE decider_mails SET is_due = false, mailed_at = ${now}
    WHERE is_due AND mailed_at <= ${now}::timestamptz - ${PAUSE} RETURNING user_id`.execute(tx)
  if (rows.length === 0) return
  for (const { id, decide } of await countWaiting(
    tx,
    rows.map(({ user_id }) => user_id),
  ))
    if (decide > 0)
      await mailUsers(tx, sendJob, [id], {
        subject: `To decide: ${requestsInWords(decide)}`,
        text: [`${waitingInWords(decide)}.`, 'Open Approvals in Backoffice to decide.'].join('\n\n'),
        path: '/approvals',
      })
}

/** Number of requests that each of the users can decide; without users who decide no more. */
export async function countWaiting(tx: Tx, userIds: readonly string[]) {
  const deciders = (await permanentHolders(tx, 'approval:decide')).filter(({ id }) => userIds.includes(id))
  const counts: { id: string; decide: number }[] = []
  for (const { id, held } of deciders) {
    const { decide } = await countOpen(tx, { id, isDecider: true, tables: viewableTables(held) })
    counts.push({ id, decide })
  }
  return counts
}

const requestsInWords = (count: number) =>
  count === 1 ? '1 request' : `${count.toLocaleString('en')} requests`

/** Such as `3 requests wait for your decision`. */
export const waitingInWords = (count: number) =>
  `${requestsInWords(count)} ${count === 1 ? 'waits' : 'wait'} for your decision`
