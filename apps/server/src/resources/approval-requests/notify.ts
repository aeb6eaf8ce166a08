import { APPROVAL_STATUSES, type ApprovalStatus } from '@backoffice/contract/approvals'
import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import { mailUsers } from '../mail/mail-users.ts'

type Request = { what: string; requester: string; reason: string | null; ticket_no: string | null }

/** Mails the users who can decide the request. */
export function notifyDeciders(
  tx: Tx,
  sendJob: SendJob,
  deciders: readonly { id: string }[],
  { what, requester, reason, ticket_no }: Request,
): Promise<void> {
  const lines = [
    `${requester} asks for approval: ${what}.`,
    ...(reason === null ? [] : [`Reason: ${reason}`]),
    ...(ticket_no === null ? [] : [`Ticket number: ${ticket_no}`]),
    'Open Approvals in Backoffice to decide within 72 hours.',
  ]
  const ids = deciders.map(({ id }) => id)
  return mailUsers(tx, sendJob, ids, { subject: `To decide: ${what}`, text: lines.join('\n\n') })
}

type Result = { requested_by: string; what: string; status: ApprovalStatus; reason: string | null }

/** Mails the requester how their request ended. */
export function notifyRequester(
  tx: Tx,
  sendJob: SendJob,
  { requested_by, what, status, reason }: Result,
): Promise<void> {
  const label = APPROVAL_STATUSES[status]
  const lines = [`Your request “${what}”: ${label.toLowerCase()}.`, ...(reason === null ? [] : [reason])]
  const text = [...lines, 'It is in Approvals under My requests.'].join('\n\n')
  return mailUsers(tx, sendJob, [requested_by], { subject: `${label}: ${what}`, text })
}
