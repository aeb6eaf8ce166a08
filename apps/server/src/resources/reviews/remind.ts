import { sql } from 'kysely'
import { manilaDay } from '../../adapters/clock.ts'
import type { Reader, Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import { mailUsers } from '../mail/mail-users.ts'

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Manila' })
/** A review ends at the end of a day. */
const lastMoment = (dueAt: Date) => new Date(dueAt.getTime() - 1)

type ReviewMail = { id: string; name: string; due_at: Date }

/** Mails new reviewers. */
export function mailReviewers(
  tx: Tx,
  sendJob: SendJob,
  { name, due_at }: ReviewMail,
  reviewerIds: readonly string[],
): Promise<void> {
  const day = inWords.format(lastMoment(due_at))
  return mailUsers(tx, sendJob, reviewerIds, {
    subject: `To review: ${name}`,
    text: `You are a reviewer of the access review “${name}”. Decide by ${day} which access is still needed.\n\nOpen Reviews in Backoffice.`,
  })
}

/** Mails reviewers when the due date has changed. */
export function mailNewDueDate(
  tx: Tx,
  sendJob: SendJob,
  { name, due_at }: ReviewMail,
  reviewerIds: readonly string[],
): Promise<void> {
  const day = inWords.format(lastMoment(due_at))
  return mailUsers(tx, sendJob, reviewerIds, {
    subject: `New due date: ${name}`,
    text: `The access review “${name}” is now due on ${day}. Decide by then which access is still needed.\n\nOpen Reviews in Backoffice.`,
  })
}

const REMINDERS = [
  { column: 'due_mailed_for', from: 0, to: 0 },
  { column: 'soon_mailed_for', from: 1, to: 3 },
] as const
type Reminder = (typeof REMINDERS)[number]

/**
 * Mails reviewers with undecided items on the due day and three days before it. The stored due day makes each happen once,
 * and again after a change of the due date.
 */
export async function sendReminders(tx: Tx, sendJob: SendJob): Promise<void> {
  for (const reminder of REMINDERS) {
    for (const { id, name, due_at } of await takeDue(tx, reminder)) {
      const day = inWords.format(lastMoment(due_at))
      await mailUsers(tx, sendJob, await reviewersWithItems(tx, id), {
        subject: reminder.to === 0 ? `Due today: ${name}` : `Due on ${day}: ${name}`,
        text: `The access review “${name}” still has undecided access. Decide by ${day}.\n\nOpen Reviews in Backoffice.`,
      })
    }
  }
}

/** Marks the reminder of open reviews that are due in so many days, and returns them. Not on the day of their start. */
async function takeDue(tx: Tx, { column, from, to }: Reminder): Promise<ReviewMail[]> {
  const today = sql`(clock_timestamp() AT TIME ZONE 'Asia/Manila')::date`
  const dueDay = sql`((due_at - interval '1 second') AT TIME ZONE 'Asia/Manila')::date`
  const { rows } = await sql<ReviewMail>`
    UPDATE reviews SET ${sql.ref(column)} = ${dueDay}
    WHERE status = 'OPEN' AND due_at > clock_timestamp() AND ${sql.ref(column)} IS DISTINCT FROM ${dueDay}
      AND ${dueDay} - ${today} BETWEEN ${from}::int AND ${to}::int
      AND (started_at AT TIME ZONE 'Asia/Manila')::date < ${today}
    RETURNING id, name, due_at`.execute(tx)
  return rows
}

/** Reviewers with undecided items about others. */
async function reviewersWithItems(db: Reader, reviewId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM review_reviewers AS reviewer
    WHERE review_id = ${reviewId} AND EXISTS (
      SELECT FROM review_items WHERE review_id = reviewer.review_id AND decision IS NULL
        AND review_items.user_id <> reviewer.user_id
    )`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Day on which a review is due, `YYYY-MM-DD` in Manila. */
export const dueDay = (dueAt: Date) => manilaDay(lastMoment(dueAt))
