import type { Approval } from '@backoffice/contract/approvals'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatDayAndTime } from '../../kit/format/format-time.ts'
import { keepFocusInRecord, setLastRow } from '../../kit/navigation/open-record.ts'
import { HistoryTab } from '../../kit/record/history-tab.tsx'
import { listLink, recordLink } from '../../kit/record/record-links.ts'
import { RecordPane, useNeighbours } from '../../kit/record/record-pane.tsx'
import { isGone, RecordContent } from '../../kit/record/record-problems.tsx'
import { useHistoryCount } from '../../kit/record/record-queries.ts'
import { queryClient } from '../../net/query-client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ApprovalChanges } from './approval-changes.tsx'
import { ApprovalChecks, BreakGlassReview, useIsOutdated } from './approval-checks.tsx'
import { ApprovalFooter } from './approval-footer.tsx'
import {
  decidersText,
  endingText,
  fieldLabel,
  fullTime,
  isReview,
  kindDescription,
  kindLabel,
  statusBadge,
  undecidableText,
  valueText,
} from './approval-words.ts'
import css from './approvals.module.css'
import { approvalQuery, checkQuery, listedStatus, shownRequests } from './approvals-queries.ts'
import { markOpened } from './decisions.tsx'
import { LaterChanges } from './field-changes.tsx'
import { RequestedRecord } from './requested-record.tsx'
import { APPROVALS, approvalKeys } from './requests/approval-queries.ts'

const back = listLink(APPROVALS)

/** A request next to the list, with its reason, its changes and the decision. */
export function ApprovalScreen({ id }: { id: string }) {
  const query = useQuery(approvalQuery(id))
  const { data: found } = query
  useEffect(() => setLastRow(id), [id])
  // The list is read less often, and must not contradict the open request.
  useEffect(() => {
    const listed = found && listedStatus(found.id)
    if (listed && listed !== found.status)
      void queryClient.invalidateQueries({ queryKey: approvalKeys.lists })
  }, [found])
  const { previous, next } = useNeighbours(shownRequests, id)
  const link = (to: string | undefined) => (to === undefined ? undefined : recordLink(APPROVALS, to))
  return (
    <RecordPane
      heading={found?.what ?? 'A request'}
      title={found?.what ?? 'A request'}
      badge={found && <StatusBadge found={found} />}
      subtitle={found && subtitleOf(found)}
      isMissing={isGone(query)}
      back={back}
      neighbours={{ previous: link(previous), next: link(next) }}
    >
      <RecordContent query={query} noun="request" title="Approvals" back={back}>
        {(read) => <Request key={id} found={read} nextId={next ?? previous} />}
      </RecordContent>
    </RecordPane>
  )
}

function subtitleOf(found: Approval): string {
  const { requested_by, requested_at, status, expires_at } = found
  return [
    `${isReview(found) ? 'Taken' : 'Requested'} by ${requested_by.name}, ${formatDayAndTime(requested_at)}`,
    kindLabel(found),
    ...(status === 'PENDING' && expires_at ? [`Decide by ${fullTime(expires_at)}`] : []),
  ].join(' · ')
}

function StatusBadge({ found }: { found: Approval }) {
  const isOutdated = useIsOutdated(found)
  const { tone, text } = statusBadge(isOutdated ? { ...found, status: 'STALE' } : found)
  return <Badge tone={tone}>{text}</Badge>
}

type Props = {
  found: Approval
  /** The request that opens after a decision. */
  nextId: string | undefined
}

function Request({ found, nextId }: Props) {
  // The buttons disappear with the decision.
  useEffect(() => {
    if (found.status !== 'PENDING') keepFocusInRecord()
  }, [found.status])
  const events = useHistoryCount('approval', found.id)
  return (
    <>
      <Tabs
        label="Parts of this request"
        tabs={[
          { id: 'request', label: 'Request', takesFocus: true, panel: () => <RequestTab found={found} /> },
          {
            id: 'history',
            label: 'History',
            count: events,
            takesFocus: true,
            panel: () => (
              <HistoryTab resource="approval" id={found.id} labelOf={fieldLabel} shown={valueText} />
            ),
          },
        ]}
      />
      <ApprovalFooter found={found} nextId={nextId} />
    </>
  )
}

function RequestTab({ found }: { found: Approval }) {
  useEffect(() => markOpened(found), [found])
  const isPending = found.status === 'PENDING'
  const description = kindDescription(found)
  const isOutdated = useIsOutdated(found)
  const isChecked = isPending && (found.undecidable === null || found.undecidable === 'own')
  const checks = isChecked && !isReview(found) && <ApprovalChecks found={found} />
  return (
    <div className={css.request}>
      <Reason found={found} />
      {found.impact === null && description && (
        <p className={css.quiet}>Why this needs a second user: {description}</p>
      )}
      {!isPending && <Ending found={found} />}
      {found.status === 'STALE' && <LaterChanges changes={found.later_changes} />}
      {isOutdated && checks}
      <RequestedRecord found={found} />
      <ApprovalChanges found={found} />
      {!isOutdated && checks}
      {isReview(found) && <BreakGlassReview found={found} />}
      {isPending && found.undecidable !== null && <Undecidable found={found} />}
    </div>
  )
}

/** Why the reader can’t decide the request, or who can decide an own one. */
function Undecidable({ found }: { found: Approval }) {
  const isOwn = found.undecidable === 'own' && !isReview(found)
  const { data } = useQuery({ ...checkQuery(found.id), enabled: isOwn })
  return (
    <p className={css.quiet}>
      {undecidableText(found)} {data?.is_current && decidersText(data.deciders, false)}
    </p>
  )
}

function Reason({ found: { reason, ticket_no, requested_by } }: { found: Approval }) {
  return (
    <figure className={css.quote}>
      <blockquote>{reason === null ? 'No reason was given.' : `“${reason}”`}</blockquote>
      <figcaption>
        {reason !== null && `Reason by ${requested_by.name}`}
        {ticket_no !== null && (
          <>
            {reason !== null && ' · '}Ticket number <code>{ticket_no}</code>
          </>
        )}
      </figcaption>
    </figure>
  )
}

/** When and by whom a request ended, and why. */
function Ending({ found }: { found: Approval }) {
  return (
    <section className={css.section}>
      <h3>Decision</h3>
      <p>{endingText(found)}</p>
      {found.decision_reason !== null && <p className={css.quiet}>{found.decision_reason}</p>}
    </section>
  )
}
