import { CASE_RESOLUTION_LABELS, isOpenCase } from '@backoffice/contract/case-values'
import type { CaseDetail, CasePurchase } from '@backoffice/contract/cases'
import { labelOfState } from '@backoffice/contract/objects'
import { TRANSACTION_STATUS_LABELS, type TransactionStatus } from '@backoffice/contract/transactions'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { hundredths } from '../../kit/format/format-amount.ts'
import { plural } from '../../kit/format/format-number.ts'
import { calendarDay, day, formatDateTime, formatTime } from '../../kit/format/format-time.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { CardNumber } from '../../ui/card-number.tsx'
import { CardStatusBadge } from '../cards/card-status-badge.tsx'
import { Reveal, useReveal } from '../cards/reveal.tsx'
import { ageTone, dueInFull } from './case-words.ts'
import css from './cases.module.css'
import { NoteItem } from './notes-tab.tsx'
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
  const dayAndName = (time: string, who: { name: string } | null) =>
    who ? `${day(time)}, ${who.name}` : day(time)
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
  if (sent_at) facts.push(['Sent to posting', dayAndName(sent_at, sent_by)])
  if (resolved_at)
    facts.push([
      status === 'REJECTED' ? 'Rejected' : 'Resolved',
      // A load or a posting reply closes a case without a user.
      dayAndName(resolved_at, resolved_by ?? { name: 'by posting' }),
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

const TONES: Readonly<Record<TransactionStatus, 'ok' | 'bad' | undefined>> = {
  POSTED: 'ok',
  PENDING: undefined,
  REVERSED: undefined,
  REJECTED: 'bad',
}

/** `Pending, 25 working days`, `Posted 23 Nov 2026` */
export function postingOf({ posting }: Pick<CasePurchase, 'posting'>) {
  if (!posting) return { text: 'Not received yet', tone: 'warn' as const }
  const { status, posting_age, posted_at, reject_reason } = posting
  const label = labelOfState(TRANSACTION_STATUS_LABELS, status)
  if (status === 'PENDING' && posting_age !== null)
    return { text: `${label}, ${plural(posting_age, 'working day')}`, tone: ageTone(posting_age) }
  if (status === 'POSTED' && posted_at) return { text: `${label} ${day(posted_at)}`, tone: TONES[status] }
  const text = status === 'REJECTED' && reject_reason ? `${label}: ${reject_reason}` : label
  return { text, tone: TONES[status] }
}

/** Points as posted, or as expected before. */
const pointsOf = ({ posting, points_expected }: CasePurchase) =>
  posting?.status === 'POSTED' ? posting.points : points_expected

/** Company, branch and its name. */
export const branchOf = ({ company_code, branch_code, branch_name }: BranchParts) =>
  [company_code, branch_code, branch_name].filter(Boolean).join(' ')
type BranchParts = Pick<CasePurchase, 'company_code' | 'branch_code' | 'branch_name'>

/** Purchases of a case, each in two lines. */
function PurchaseLines({ purchases }: { purchases: readonly CasePurchase[] }) {
  return (
    <ul className={css.purchases}>
      {purchases.map((purchase) => {
        const { text, tone } = postingOf(purchase)
        const points = pointsOf(purchase)
        return (
          <li key={purchase.no}>
            <p>
              <span>
                <strong>₱ {hundredths(purchase.amount)}</strong> on {calendarDay(purchase.business_date)}{' '}
                <code>{purchase.receipt_no}</code>
              </span>
              <strong className={css.toned} data-tone={tone === 'ok' ? 'ok' : undefined}>
                {points === null ? 'Points not given' : `${hundredths(points)} points`}
              </strong>
            </p>
            <p>
              <span className={css.quiet}>{branchOf(purchase)}</span>
              <strong className={css.posting} data-tone={tone}>
                {text}
              </strong>
            </p>
          </li>
        )
      })}
    </ul>
  )
}

/** Time at which the posting statuses were read. */
export function LiveMark({ checkedAt, isStale }: { checkedAt: string; isStale: boolean }) {
  return (
    <span className={css.live} data-stale={isStale || undefined}>
      {isStale ? 'Not current, checked at ' : 'Live, checked at '}
      <time dateTime={checkedAt}>{formatTime(checkedAt)}</time>
    </span>
  )
}
