import { statusLabel } from '@backoffice/contract/approval-status'
import type { ApprovalKind, ApprovalStatus } from '@backoffice/contract/approvals'
import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import { mailUsers } from '../mail/mail-users.ts'
import { claimMails, countWaiting, waitingInWords } from './decider-mails.ts'

type Request = {
  id: string
  what: string
  requester: string
  reason: string | null
  ticket_no: string | null
  /** True for break-glass access, which has started already and does not expire before its review. */
  isReview?: boolean
}

/** Mails the users who can decide the request: each at most once in ten minutes, but at once about break-glass access. */
export async function notifyDeciders(
  tx: Tx,
  { sendJob, now }: { sendJob: SendJob; now: Date },
  deciders: readonly { id: string }[],
  { id, what, requester, reason, ticket_no, isReview = false }: Request,
): Promise<void> {
  const all = deciders.map((decider) => decider.id)
  const userIds = isReview ? all : await claimMails(tx, all, now)
  const lines = [
    isReview
      ? `${requester} took a role in an emergency. ${what}.`
      : `${requester} asks for approval: ${what}.`,
    ...(reason === null ? [] : [`Reason: ${reason}`]),
    ...(ticket_no === null ? [] : [`Ticket number: ${ticket_no}`]),
    isReview
      ? 'Open Approvals in Backoffice to review it.'
      : 'Open Approvals in Backoffice to decide within 72 hours.',
  ]
  for (const { id: userId, decide } of await countWaiting(tx, userIds))
    await mailUsers(tx, sendJob, [userId], {
      subject: `${isReview ? 'To review' : 'To decide'}: ${what}`,
      text: [...lines, ...(decide > 1 ? [`${waitingInWords(decide)}.`] : [])].join('\n\n'),
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
