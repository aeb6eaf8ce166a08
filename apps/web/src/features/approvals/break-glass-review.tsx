import { may } from '@backoffice/contract/access'
import type { Approval, BreakGlassUse } from '@backoffice/contract/approvals'
import { AUDIT_RESOURCES } from '@backoffice/contract/audit'
import { Link } from '@tanstack/react-router'
import { today } from '../../kit/format/format-time.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { actionText } from '../../kit/record/event-words.ts'
import { useUser } from '../../session/store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import css from './approvals.module.css'

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
