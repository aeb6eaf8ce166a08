import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import { mailUsers } from '../mail/send-mail.ts'
import { type DueReview, REMINDERS, reviewersWithItems, takeDue } from './reviewers.store.ts'

const dateStyle = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const inWords = (day: string) => dateStyle.format(new Date(day))

/** Mails new reviewers. */
export function mailReviewers(
  tx: Tx,
  sendJob: SendJob,
  { id, name, due_on }: DueReview,
  reviewerIds: readonly string[],
): Promise<void> {
  return mailUsers(tx, sendJob, reviewerIds, {
    subject: `To review: ${name}`,
    text: `You are a reviewer of the access review “${name}”. Decide by ${inWords(due_on)} which access is still needed.\n\n${OPEN}`,
    path: pathOfReview(id),
  })
}

/** Mails reviewers when the due date has changed. */
export function mailNewDueDate(
  tx: Tx,
  sendJob: SendJob,
  { id, name, due_on }: DueReview,
  reviewerIds: readonly string[],
): Promise<void> {
  return mailUsers(tx, sendJob, reviewerIds, {
    subject: `New due date: ${name}`,
    text: `The access review “${name}” is now due on ${inWords(due_on)}. Decide by then which access is still needed.\n\n${OPEN}`,
    path: pathOfReview(id),
  })
}

/**
 * Mails reviewers with undecided items on the due day and three days before it. The stored due day makes each happen once,
 * and again after a change of the due date.
 */
export async function sendReminders(tx: Tx, sendJob: SendJob): Promise<void> {
  for (const reminder of REMINDERS) {
    for (const { id, name, due_on } of await takeDue(tx, reminder)) {
      const day = inWords(due_on)
      await mailUsers(tx, sendJob, await reviewersWithItems(tx, id), {
        subject: reminder.to === 0 ? `Due today: ${name}` : `Due on ${day}: ${name}`,
        text: `The access review “${name}” still has undecided access. Decide by ${day}.\n\n${OPEN}`,
        path: pathOfReview(id),
      })
    }
  }
}

const OPEN = 'Open the review in Backoffice.'
export const pathOfReview = (id: string) => `/reviews/${id}`
