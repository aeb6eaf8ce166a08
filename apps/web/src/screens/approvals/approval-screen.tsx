import type { Approval } from '@backoffice/contract/endpoints/approvals'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { APPROVALS, approvalKeys } from '../../approvals/approval-queries.ts'
import { formatDateTime } from '../../kit/format-time.ts'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { useHistoryCount } from '../../kit/record/history.ts'
import { HistoryTab } from '../../kit/record/history-tab.tsx'
import { useNeighbours } from '../../kit/record/neighbours.ts'
import { keepFocusInRecord, setLastRow } from '../../kit/record/open-record.ts'
import { listLink, recordLink } from '../../kit/record/record-links.ts'
import { RecordPane } from '../../kit/record/record-pane.tsx'
import { RecordContent } from '../../kit/record/record-problems.tsx'
import { queryClient } from '../../net/query-client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ApprovalChanges } from './approval-changes.tsx'
import {
  endingText,
  endText,
  fieldLabel,
  kindLabel,
  statusBadge,
  undecidableText,
  valueText,
} from './approval-words.ts'
import css from './approvals.module.css'
import { approvalQuery, checkQuery, listedStatus, shownRequests } from './approvals-queries.ts'
import { BreakGlassReview } from './break-glass-review.tsx'
import { useDecisions } from './decisions.tsx'
import { markOpened } from './opened-requests.ts'
import { RequestedRecord } from './requested-record.tsx'

const back = listLink(APPROVALS)

/** A request next to the list: its reason, what it changes, and the decision. */
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
      subtitle={
        found &&
        `${isReview(found) ? 'Taken' : 'Requested'} by ${found.requested_by.name}, ${formatDateTime(found.requested_at)} · ${kindLabel(found)}`
      }
      back={back}
      neighbours={{ previous: link(previous), next: link(next) }}
    >
      <RecordContent query={query} noun="request" title="Approvals" back={back}>
        {(read) => <Request key={id} found={read} nextId={next ?? previous} />}
      </RecordContent>
    </RecordPane>
  )
}

/** Break-glass access is in use already: its decision is a review. */
const isReview = ({ kind }: Approval) => kind === 'BREAK_GLASS'

function StatusBadge({ found }: { found: Approval }) {
  const { tone, text } = statusBadge(found)
  return <Badge tone={tone}>{text}</Badge>
}

type Props = {
  found: Approval
  /** The request that opens after a decision. */
  nextId: string | undefined
}

function Request({ found, nextId }: Props) {
  // The buttons go with the decision.
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
      {found.status === 'PENDING' && <Decision found={found} nextId={nextId} />}
    </>
  )
}

function RequestTab({ found }: { found: Approval }) {
  useEffect(() => markOpened(found), [found])
  const isPending = found.status === 'PENDING'
  return (
    <div className={css.request}>
      <Reason found={found} />
      {!isPending && <Ending found={found} />}
      <RequestedRecord found={found} />
      <ApprovalChanges found={found} />
      {isPending &&
        found.undecidable === null &&
        (isReview(found) ? <BreakGlassReview found={found} /> : <Checks found={found} />)}
      {isPending && found.undecidable !== null && <p className={css.quiet}>{undecidableText(found)}</p>}
    </div>
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

/** Checks of the server when the request is approved, made in advance. */
function Checks({ found }: { found: Approval }) {
  const { data, error, isPending, refetch } = useQuery(checkQuery(found.id))
  return (
    <section className={css.section} aria-busy={isPending}>
      <h3>Before you decide</h3>
      <div role="status">
        <ul className={css.checks}>
          {isPending && <li data-state="info">Checking whether this can still be applied…</li>}
          {error && (
            <li data-state="warn">
              The check failed.{' '}
              <button type="button" className={css.link} onClick={() => void refetch()}>
                Check again
              </button>
            </li>
          )}
          {data?.is_current && (
            <>
              <li data-state="ok">Nothing has changed since the request.</li>
              <li data-state="ok">You and {found.requested_by.name} have the access this needs.</li>
            </>
          )}
          {data && !data.is_current && (
            <li data-state="warn">
              This can’t be applied as requested. {data.detail ?? 'It was decided in the meantime.'}
            </li>
          )}
        </ul>
      </div>
    </section>
  )
}

function Decision({ found, nextId }: Props) {
  const navigate = useNavigate()
  const openNext = () => nextId !== undefined && void navigate(recordLink(APPROVALS, nextId))
  const { dialog, isPending, approve, reject, withdraw } = useDecisions({ onDone: openNext })
  if (found.undecidable === 'own')
    return (
      <footer className={css.footer}>
        <p>{endText(found)}</p>
        {!isReview(found) && (
          <Button busy={isPending} onClick={() => withdraw(found)}>
            Withdraw request
          </Button>
        )}
        {dialog}
      </footer>
    )
  if (found.undecidable !== null) return dialog
  return (
    <footer className={css.footer}>
      <p>{isReview(found) ? 'Rejecting ends the access.' : 'Approving applies the change at once.'}</p>
      <PermissionGate permission="approval:decide">
        <Button variant="danger" busy={isPending} onClick={() => reject([found])}>
          Reject…
        </Button>
      </PermissionGate>
      <PermissionGate permission="approval:decide">
        <Button variant="primary" busy={isPending} onClick={() => approve([found])}>
          {isReview(found) ? 'Mark as reviewed' : 'Approve'}
        </Button>
      </PermissionGate>
      {dialog}
    </footer>
  )
}
