import { may } from '@backoffice/contract/access'
import type { Approval, BreakGlassUse } from '@backoffice/contract/approvals'
import { AUDIT_RESOURCES } from '@backoffice/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { today } from '../../kit/format/format-time.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { actionText } from '../../kit/record/event-words.ts'
import { useUser } from '../../session/store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { decidersText } from './approval-words.ts'
import css from './approvals.module.css'
import { checkQuery } from './approvals-queries.ts'
import { LaterChanges } from './field-changes.tsx'

/** True once the server has found that the request can’t be applied any more. */
export function useIsOutdated({ id, kind, status }: Approval): boolean {
  const { data } = useQuery({ ...checkQuery(id), enabled: kind !== 'BREAK_GLASS' && status === 'PENDING' })
  return data?.is_current === false
}

/** Checks of the server when the request is approved, made in advance. */
export function ApprovalChecks({ found }: { found: Approval }) {
  const { data, error, isPending, refetch } = useQuery(checkQuery(found.id))
  const isOwn = found.undecidable === 'own'
  // The requester sees only what prevents the approval.
  if (isOwn && !(data && !data.is_current)) return null
  return (
    <section className={css.section} aria-busy={isPending}>
      <h3>{data && !data.is_current ? 'Out of date' : 'Before you decide'}</h3>
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
              <li data-state="ok">{mayText(found)}</li>
              <li data-state="ok">{decidersText(data.deciders, true)}</li>
            </>
          )}
          {data && !data.is_current && (
            <li data-state="warn">
              This can’t be applied any more. {data.detail ?? 'It was decided in the meantime.'}
            </li>
          )}
        </ul>
      </div>
      {data && !data.is_current && <LaterChanges changes={found.later_changes} />}
    </section>
  )
}

/** The access that the change needs. Temporary access is given by its approver. */
function mayText({ kind, requested_access, requested_by }: Approval): string {
  return kind === 'ACCESS' && requested_access
    ? `You may give ${requested_access.name} to ${requested_by.name}.`
    : `${requested_by.name} may still make this change.`
}

/** Actions of the user while break-glass access ran, and help for its review. */
export function BreakGlassReview({ found }: { found: Approval }) {
  const { requested_by, requested_at, use, status, undecidable } = found
  const { id, name } = requested_by
  const mayView = may(useUser(), 'audit:view')
  const [from, to] = [use?.started_at ?? requested_at, use ? (use.ended_at ?? use.until) : '']
  const days = [from, to].map((at) => (at === '' ? '' : today(new Date(at))))
  const search = { 'f.actor': id, 'f.at': days.join('..') }
  return (
    <>
      <section className={css.section}>
        <h3>What {name} did in that time</h3>
        {use && <Events events={use.events} isRunning={use.ended_at === null} />}
        {mayView && (
          <p>
            <Link {...linkTo('/audit', { search })} className={css.record}>
              Open the audit trail of {name} for that time
            </Link>
          </p>
        )}
      </section>
      {status === 'PENDING' && undecidable === null && (
        <section className={css.section}>
          <h3>Before you decide</h3>
          <p>
            {name} took this role in an emergency, without approval. Check the reason, and what {name} did
            with it.{' '}
            {use?.ended_at ? 'The access has ended.' : 'Reject ends the access at once, and undoes nothing.'}
          </p>
        </section>
      )}
    </>
  )
}

type EventsProps = { events: BreakGlassUse['events']; isRunning: boolean }

function Events({ events, isRunning }: EventsProps) {
  if (events.length === 0)
    return <p className={css.quiet}>The audit trail has nothing{isRunning && ' yet'}.</p>
  return (
    <ul className={css.rows}>
      {events.map((event) => (
        <li key={`${event.action} ${event.outcome}`}>
          {event.outcome === 'refused' && 'Tried and refused: '}
          {eventWords(event)} <span className={css.quiet}>{times(event.count)}</span>
        </li>
      ))}
    </ul>
  )
}

const times = (count: number) => (count === 1 ? 'once' : `${formatNumber(count)} times`)

/** `Card: number revealed` */
function eventWords({ action }: BreakGlassUse['events'][number]): string {
  const resources: Readonly<Record<string, string>> = AUDIT_RESOURCES
  const resource = action.slice(0, action.indexOf('.'))
  return `${resources[resource] ?? resource}: ${actionText({ action, outcome: 'done' }).toLowerCase()}`
}
