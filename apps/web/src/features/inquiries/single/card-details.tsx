import type { TimelineItem } from '@backoffice/contract/cards'
import { CASE_KIND_LABELS, isOpenCase } from '@backoffice/contract/case-values'
import type { CardSummary, InquiryResult } from '@backoffice/contract/inquiries'
import { INQUIRY_OUTCOMES } from '@backoffice/contract/inquiry-criteria'
import { labelOfState } from '@backoffice/contract/objects'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorNotice, useLastingError } from '../../../kit/feedback/error-notice.tsx'
import { hundredths, signedHundredths } from '../../../kit/format/format-amount.ts'
import { calendarDay, formatDateTime, shortDay } from '../../../kit/format/format-time.ts'
import { linkTo } from '../../../kit/navigation/link-to.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, EmptyValue } from '../../../ui/card.tsx'
import { CardNumber } from '../../../ui/card-number.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { Loading } from '../../../ui/skeleton.tsx'
import { CardStatusBadge } from '../../cards/card-status-badge.tsx'
import { Reveal, useReveal } from '../../cards/reveal.tsx'
import { caseLink } from '../../cases/start/case-start.ts'
import { CaseStatusBadge } from '../../cases/start/case-status-badge.tsx'
import { PostingAge } from '../../transactions/transactions-list.tsx'
import { timelineQuery } from '../inquiry-queries.ts'
import css from './card-timeline.module.css'
import singleCss from './single.module.css'

/** Items shown before the user opens the rest. */
const FEW = 3

type Props = {
  cardId: string
  /** The inquiry that is shown next to the timeline. */
  shownId: string
}

/** Other inquiries and the cases of the card, newest first. */
export function CardTimeline({ cardId, shownId }: Props) {
  const { data, error, isFetching, refetch } = useQuery(timelineQuery(cardId))
  const lastingError = useLastingError({ error, data })
  const [isOpen, setOpen] = useState(false)
  const others = data?.items.filter(({ id }) => id !== shownId)
  const total = data && others ? data.total - (data.items.length - others.length) : 0
  return (
    <Card
      title="Card timeline"
      aside={
        total > FEW && (
          <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? `Newest ${FEW}` : `All ${formatNumber(total)}`}
          </Button>
        )
      }
    >
      {lastingError ? (
        <ErrorNotice
          what="The timeline"
          error={lastingError}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !others ? (
        <Loading height={40} />
      ) : others.length === 0 ? (
        <p className={css.note}>No other inquiries or cases of this card.</p>
      ) : (
        <>
          <ol className={css.items}>
            {(isOpen ? others : others.slice(0, FEW)).map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ol>
          {isOpen && others.length < total && (
            <p className={css.note}>
              The newest {formatNumber(others.length)} are shown. See Past inquiries for more.
            </p>
          )}
        </>
      )}
    </Card>
  )
}

function Item({ item }: { item: TimelineItem }) {
  return item.kind === 'CASE' ? <CaseItem item={item} /> : <InquiryItem item={item} />
}

type ItemOf<K extends TimelineItem['kind']> = { item: Extract<TimelineItem, { kind: K }> }

function CaseItem({ item }: ItemOf<'CASE'>) {
  const { case_no, case_kind, status, at, user, assignee, ticket_no } = item
  return (
    <li data-kind="case" data-open={isOpenCase(status) || undefined}>
      <div className={css.line}>
        <Link {...caseLink(case_no)}>
          Case {case_no}, {labelOfState(CASE_KIND_LABELS, case_kind)}
        </Link>
        <CaseStatusBadge status={status} />
      </div>
      <p className={css.second}>
        <time dateTime={at}>{formatDateTime(at)}</time> · {user.name}
        {assignee && assignee.id !== user.id && ` for ${assignee.name}`} · {ticket_no}
      </p>
    </li>
  )
}

function InquiryItem({ item }: ItemOf<'INQUIRY'>) {
  const { id, at, user, purpose, ticket_no, date_from, date_to } = item
  return (
    <li>
      <div className={css.line}>
        <Link {...linkTo('/smac_inquiry', { search: { inquiry: id } })}>
          Inquiry, {formatRange(date_from, date_to)}
        </Link>
        <span className={css.outcome}>{outcomeOf(item)}</span>
      </div>
      <p className={css.second}>
        <time dateTime={at}>{formatDateTime(at)}</time> · {user.name} ·{' '}
        {labelOfState(PURPOSE_LABELS, purpose)} · {ticket_no}
      </p>
    </li>
  )
}

function outcomeOf({ outcome, pending }: ItemOf<'INQUIRY'>['item']): string {
  if (outcome !== 'FOUND' || pending === null) return labelOfState(INQUIRY_OUTCOMES, outcome)
  return pending === 0 ? 'Nothing pending' : `${formatNumber(pending)} pending`
}

/** `1 to 15 Sep`, `25 Aug to 24 Nov`, with the years of another year. */
function formatRange(from: string, to: string): string {
  if (from === to) return shortDay(to)
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${calendarDay(from)} to ${calendarDay(to)}`
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7)
  return `${isSameMonth ? Number(from.slice(8)) : shortDay(from)} to ${shortDay(to)}`
}

/** The cards of a result, one strip each, and the totals of its transactions. */
export function CardStrips({ result }: { result: InquiryResult }) {
  const { cards, outcome, totals } = result
  const reveal = useReveal()
  return (
    <Card flush>
      {cards.map((card) => (
        <CardStrip key={card.card_id} card={card} result={result} reveal={reveal} />
      ))}
      {cards.length === 0 && (
        <EmptyState title="Card not loaded yet">
          It has transactions, but the card itself is not loaded yet.
        </EmptyState>
      )}
      {outcome === 'FOUND' && <Totals totals={totals} />}
    </Card>
  )
}

type StripProps = { card: CardSummary; result: InquiryResult; reveal: ReturnType<typeof useReveal> }

function CardStrip({ card, result, reveal }: StripProps) {
  const date = (value: string | null) => (value ? calendarDay(value) : <EmptyValue />)
  const facts = [
    ['Member', card.member_name],
    ['Account', <code key="account">{card.account_number}</code>],
    ['Activated', date(card.activated_on)],
    ['Expires', date(card.expires_on)],
  ] as const
  return (
    <div className={singleCss.strip}>
      <span className={singleCss.number}>
        <CardNumber
          masked={card.card}
          revealed={reveal.shown?.cardId === card.card_id ? reveal.shown.number : undefined}
        />
      </span>
      <CardStatusBadge status={card.status} />
      <span>{card.tier}</span>
      <span>
        <strong>{hundredths(card.points_balance)}</strong> points
      </span>
      <Reveal card={card} purpose={result.purpose} ticket={result.ticket_no} reveal={reveal} />
      <dl className={singleCss.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Totals({ totals }: Pick<InquiryResult, 'totals'>) {
  return (
    <dl className={singleCss.totals}>
      <Total name="Rows">{formatNumber(totals.rows)}</Total>
      <Total name="Amount">₱ {hundredths(totals.amount)}</Total>
      <Total name="Earned, posted" tone={totals.earned > 0 ? 'ok' : undefined}>
        {signedHundredths(totals.earned)}
      </Total>
      <Total name="Redeemed" tone={totals.redeemed > 0 ? 'bad' : undefined}>
        {signedHundredths(-totals.redeemed)}
      </Total>
      <Total name="Pending">
        {formatNumber(totals.pending)} <small>{hundredths(totals.pending_points)} points</small>
      </Total>
      <Total name="Oldest pending">
        <PostingAge days={totals.oldest_pending_working_days} />
      </Total>
    </dl>
  )
}

type TotalProps = { name: string; tone?: 'ok' | 'bad' | undefined; children: React.ReactNode }

function Total({ name, tone, children }: TotalProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-tone={tone}>{children}</dd>
    </div>
  )
}
