import { type ApprovalKind, type ApprovalStatus, statusLabel } from '@backoffice/contract/approvals'
import type { Tx } from '../../../db/client.ts'
import type { SendJob } from '../../../jobs/queue.ts'
import { permanentHolders } from '../../access/permanent-holders.ts'
import { mailUsers } from '../../mail/send-mail.ts'
import { countOpen } from './approvals.store.ts'
import { claimMails, takeDueMails } from './pending.store.ts'
import { viewableTables } from './request-table.ts'

/** `1 Dec 2026, 23:59` */
const TIME = new Intl.DateTimeFormat('en-GB', {
  ...{ dateStyle: 'medium', timeStyle: 'short' },
  timeZone: 'Asia/Manila',
})

type Request = {
  id: string
  what: string
  requester: string
  reason: string | null
  ticket_no: string | null
  /** Null for break-glass access, which has started already and waits until it is reviewed. */
  expires_at: Date | null
}

/** Mails each user who can decide the request at most once in ten minutes, but at once about break-glass access. */
export async function notifyDeciders(
  tx: Tx,
  { sendJob, now }: { sendJob: SendJob; now: Date },
  deciders: readonly { id: string }[],
  { id, what, requester, reason, ticket_no, expires_at }: Request,
): Promise<void> {
  const isReview = expires_at === null
  const all = deciders.map((decider) => decider.id)
  const userIds = isReview ? all : await claimMails(tx, all, now)
  const lines = [
    isReview
      ? `${requester} took a role in an emergency. ${what}.`
      : `${requester} asks for approval: ${what}.`,
    ...(reason === null ? [] : [`Reason: ${reason}`]),
    ...(ticket_no === null ? [] : [`Ticket number: ${ticket_no}`]),
    expires_at === null
      ? 'Open Approvals in Backoffice to review it.'
      : `Open Approvals in Backoffice to decide by ${TIME.format(expires_at)} (Manila time).`,
  ]
  for (const { id: userId, decide } of await countWaiting(tx, userIds))
    await mailUsers(tx, sendJob, [userId], {
      subject: `${isReview ? 'To review' : 'To decide'}: ${what}`,
      text: [...lines, ...(decide > 1 ? [`${describeWaiting(decide)}.`] : [])].join('\n\n'),
      path: pathOf(id),
    })
}

const pathOf = (id: string) => `/approvals/${id}`

type Result = {
  id: string
  requested_by: string
  kind: ApprovalKind
  what: string
  status: ApprovalStatus
  reason: string | null
}

/** Mails the requester how their request ended. */
export function notifyRequester(
  tx: Tx,
  sendJob: SendJob,
  { id, requested_by, kind, what, status, reason }: Result,
): Promise<void> {
  const label = statusLabel({ kind, status })
  const lines = [`Your request “${what}”: ${label.toLowerCase()}.`, ...(reason === null ? [] : [reason])]
  const text = [...lines, 'Open Approvals in Backoffice to see it.'].join('\n\n')
  return mailUsers(tx, sendJob, [requested_by], { subject: `${label}: ${what}`, text, path: pathOf(id) })
}

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
async function countWaiting(tx: Tx, userIds: readonly string[]) {
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
const describeWaiting = (count: number) =>
  `${describeRequests(count)} ${count === 1 ? 'waits' : 'wait'} for your decision`
