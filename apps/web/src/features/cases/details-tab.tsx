import { CASE_RESOLUTION_LABELS, type CaseDetail, isOpenCase } from '@backoffice/contract/cases'
import { labelOfState } from '@backoffice/contract/objects'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { hundredths } from '../../kit/format/format-amount.ts'
import { calendarDay, day, formatDateTime } from '../../kit/format/format-time.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { CardNumber } from '../../ui/card-number.tsx'
import { CardStatusBadge } from '../cards/card-status-badge.tsx'
import { Reveal, useReveal } from '../cards/reveal.tsx'
import { dueInFull } from './case-words.ts'
import css from './cases.module.css'
import { NoteItem } from './notes-tab.tsx'
import { LiveMark, PurchaseLines } from './purchase-lines.tsx'
import { CASES } from './start/case-queries.ts'

type Props = { found: CaseDetail; isStale: boolean; onNotes: () => void }

export function DetailsTab({ found, isStale, onNotes }: Props) {
  const { notes, purchases } = found
  const [last] = notes
  return (
    <div className={css.tab}>
      <CardStrip found={found} />
      <section className={css.section} aria-labelledby="purchases">
        <div className={css.sectionHead}>
          <h3 id="purchases">Purchases</h3>
          <LiveMark checkedAt={found.checked_at} isStale={isStale} />
        </div>
        {purchases.length > 0 ? (
          <PurchaseLines purchases={purchases} />
        ) : (
          <p className={css.quiet}>No purchases. This case is closed by hand.</p>
        )}
      </section>
      <Facts found={found} />
      {last && (
        <section className={css.lastNote} aria-label="Last note">
          <NoteItem
            note={last}
            aside={
              <button type="button" className={css.link} onClick={onNotes}>
                {notes.length === 1 ? 'Open notes' : `All ${notes.length} notes`}
              </button>
            }
          />
        </section>
      )}
    </div>
  )
}

function Facts({ found }: { found: CaseDetail }) {
  const { is_overdue, ticket_no, assignee, opened_at, sent_at, sent_by, resolution, resolved_at } = found
  const { resolved_by, reason, status, case_no } = found
  const by = (at: string, who: { name: string } | null) => (who ? `${day(at)}, ${who.name}` : day(at))
  const facts: [string, ReactNode][] = [
    [
      'Due',
      <span key="due" className={css.toned} data-tone={is_overdue ? 'bad' : undefined}>
        {dueInFull(found)}
      </span>,
    ],
    ['Ticket number', <code key="ticket">{ticket_no}</code>],
    ['Assignee', assignee?.name ?? <EmptyValue key="none" />],
    [
      'Opened',
      <time key="opened" dateTime={opened_at}>
        {formatDateTime(opened_at)}
      </time>,
    ],
  ]
  if (sent_at) facts.push(['Sent to posting', by(sent_at, sent_by)])
  if (resolved_at)
    facts.push([
      status === 'REJECTED' ? 'Rejected' : 'Resolved',
      // A load or a posting reply closes a case without a user.
      by(resolved_at, resolved_by ?? { name: 'by posting' }),
    ])
  if (resolution) facts.push(['Resolution', labelOfState(CASE_RESOLUTION_LABELS, resolution)])
  if (reason) facts.push(['Reason', reason])
  return (
    <div>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isOpenCase(status) && (
        <PermissionGate permission="case:update">
          <Link {...recordLink(CASES, case_no, 'edit')} {...buttonVariant('plain')}>
            Edit details
          </Link>
        </PermissionGate>
      )}
    </div>
  )
}

/** The card of a case, masked. */
function CardStrip({ found }: { found: CaseDetail }) {
  const { card, card_summary: summary, ticket_no } = found
  const reveal = useReveal()
  if (!summary)
    return (
      <div className={css.strip}>
        <span className={css.number}>
          <CardNumber masked={card} />
        </span>
        <span className={css.quiet}>This card is no longer in our records.</span>
      </div>
    )
  const { member_name, points_balance, expires_on, status, tier } = summary
  return (
    <div className={css.strip}>
      <span className={css.number}>
        <CardNumber
          masked={summary.card}
          revealed={reveal.shown?.cardId === summary.card_id ? reveal.shown.number : undefined}
        />
      </span>
      <CardStatusBadge status={status} />
      <span className={css.tier}>{tier}</span>
      <Reveal card={summary} purpose="MEMBER_COMPLAINT" ticket={ticket_no} reveal={reveal} />
      <p className={css.cardFacts}>
        <span>{member_name}</span>
        <span>{hundredths(points_balance)} points</span>
        {expires_on && <span>Expires {calendarDay(expires_on)}</span>}
      </p>
    </div>
  )
}
