import {
  APPROVAL_STATUSES,
  type ApprovalRow,
  type ApprovalStatus,
  approvalEndpoints,
} from '@backoffice/contract/approvals'
import { labelOfState } from '@backoffice/contract/objects'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { withoutSecrets } from '../../../kit/feedback/toast.ts'
import { plural } from '../../../kit/format/format-number.ts'
import {
  addNotification,
  markSubjectRead,
  useNotifications,
} from '../../../kit/notifications/notifications.ts'
import { call } from '../../../net/call.ts'
import { APPROVALS, approvalCountsQuery, requestPath } from './approval-queries.ts'

/** Polls the counts of requests, and reports new requests to decide and decisions about own ones. */
export function FollowApprovals() {
  const { data: counts } = useQuery(approvalCountsQuery)
  const before = useRef<typeof counts>(undefined)
  useEffect(() => {
    if (!counts) return
    reportToDecide(counts.decide)
    if (before.current && counts.mine < before.current.mine) void reportDecided()
    before.current = counts
  }, [counts])
  return null
}

const TO_DECIDE = 'approvals-to-decide'
const words = (count: number) => `${plural(count, 'request')} to decide`

/** Highest count that was reported on this page. */
let reported = 0

/** Adds requests to decide to the notifications when there are more of them than before. */
function reportToDecide(count: number): void {
  const isMore = count > reported
  reported = count
  if (count === 0) {
    markSubjectRead(TO_DECIDE)
    return
  }
  const isListed = useNotifications
    .getState()
    .log.some(({ subject, text }) => subject === TO_DECIDE && text === words(count))
  // Listed also before a reload.
  if (!isMore || isListed) return
  addNotification({
    kind: 'waiting',
    text: words(count),
    subject: TO_DECIDE,
    actions: [{ label: 'Open', href: `${APPROVALS.path}?f.view=decide` }],
  })
}

const LATEST = {
  filters: { view: { in: ['mine' as const] } },
  sort: ['decided_at:desc' as const],
  page_size: 10,
} as const

/** Adds the latest decisions of other users about own requests to the notifications. */
async function reportDecided(): Promise<void> {
  const reply = await call(approvalEndpoints.list, { body: LATEST }).catch(() => undefined)
  for (const row of reply?.items ?? []) reportDecision(row)
}

/** Statuses without a notification, because the users themselves withdraw requests. */
const QUIET: readonly ApprovalStatus[] = ['PENDING', 'WITHDRAWN']

function reportDecision({ id, kind, what, status, decided_at, decision_reason }: ApprovalRow): void {
  if (QUIET.includes(status) || decided_at === null) return
  const text = withoutSecrets(
    `${kind === 'BREAK_GLASS' && status === 'EXECUTED' ? 'Reviewed' : labelOfState(APPROVAL_STATUSES, status)}: ${what}${decision_reason && status !== 'EXECUTED' ? ` (${decision_reason})` : ''}`,
  )
  const subject = `approval-${id}`
  if (useNotifications.getState().log.some((each) => each.subject === subject && each.text === text)) return
  addNotification({
    kind: status === 'EXECUTED' ? 'done' : 'message',
    text,
    subject,
    at: decided_at,
    actions: [{ label: 'Open', href: requestPath(id) }],
  })
}
