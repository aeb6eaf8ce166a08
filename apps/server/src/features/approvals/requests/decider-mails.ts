import type { Tx } from '../../../db/client.ts'
import type { SendJob } from '../../../jobs/queue.ts'
import { permanentHolders } from '../../access/permanent-holders.ts'
import { mailUsers } from '../../mail/mail-users.ts'
import { countOpen } from './approvals.store.ts'
import { takeDueMails } from './decider-mails.store.ts'
import { viewableTables } from './request-table.ts'

/** Mails the number of waiting requests to users for whom some came within ten minutes of their last mail. */
export async function mailDueDeciders(tx: Tx, sendJob: SendJob, now: Date): Promise<void> {
  const userIds = await takeDueMails(tx, now)
  if (userIds.length === 0) return
  for (const { id, decide } of await countWaiting(tx, userIds))
    if (decide > 0)
      await mailUsers(tx, sendJob, [id], {
        subject: `To decide: ${describeRequests(decide)}`,
        text: [`${describeWaiting(decide)}.`, 'Open Approvals in Backoffice to decide.'].join('\n\n'),
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

const describeRequests = (count: number) =>
  count === 1 ? '1 request' : `${count.toLocaleString('en')} requests`

/** Such as `3 requests wait for your decision`. */
export const describeWaiting = (count: number) =>
  `${describeRequests(count)} ${count === 1 ? 'waits' : 'wait'} for your decision`
