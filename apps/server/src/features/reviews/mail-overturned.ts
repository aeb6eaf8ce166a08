import { REVIEW_DECISIONS } from '@backoffice/contract/reviews'
import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import { mailUsers } from '../mail/mail-users.ts'
import type { OverturnedItem } from './decide-item.ts'
import { pathOfReview } from './remind.ts'

/** Items that a mail lists. */
const LISTED = 20

type Overturning = {
  review: { id: string; name: string }
  caller: { name: string }
  reason: string
}

/** Mails each reviewer whose decisions were overturned, once for a call. */
export async function mailOverturned(
  tx: Tx,
  sendJob: SendJob,
  { review, caller, reason }: Overturning,
  overturned: readonly OverturnedItem[],
): Promise<void> {
  const reviewers = new Set(overturned.flatMap((each) => each.reviewers))
  for (const reviewer of reviewers) {
    const theirs = overturned.filter((each) => each.reviewers.includes(reviewer))
    const lines = theirs.slice(0, LISTED).map(lineOf)
    if (theirs.length > LISTED) lines.push(`and ${theirs.length - LISTED} more`)
    await mailUsers(tx, sendJob, [reviewer], {
      subject: `Decision overturned: ${review.name}`,
      text: `${caller.name} overturned ${
        theirs.length === 1 ? 'your decision' : `${theirs.length} of your decisions`
      } in the access review “${review.name}”:\n\n${lines.join('\n')}\n\nReason: ${reason}\n\nOpen the review in Backoffice.`,
      path: pathOfReview(review.id),
    })
  }
}

/** `Auditor of Teresa Villar: Remove, now Keep` */
function lineOf({ before, after }: OverturnedItem): string {
  const words = ({ decision, replacement_name }: OverturnedItem['after']) =>
    [
      decision ? REVIEW_DECISIONS[decision] : 'Undecided',
      replacement_name && `and replace by ${replacement_name}`,
    ]
      .filter(Boolean)
      .join(' ')
  return `${before.grant_name} of ${before.user_name}: ${words(before)}, now ${words(after)}`
}
