import { type ApprovalKind, type ApprovalStatus, statusLabel } from '@backoffice/contract/approvals'
import type { Tx } from '../../../db/client.ts'
import type { SendJob } from '../../../jobs/queue.ts'
import { mailUsers } from '../../mail/mail-users.ts'
import { claimMails } from './decider-mails.store.ts'
import { countWaiting, describeWaiting } from './decider-mails.ts'

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

/** Mails the users who can decide the request: each at most once in ten minutes, but at once about break-glass access. */
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
