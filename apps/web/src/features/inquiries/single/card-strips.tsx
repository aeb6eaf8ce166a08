import type { CardSummary, InquiryResult } from '@backoffice/contract/inquiries'
import { hundredths, signedHundredths } from '../../../kit/format/format-amount.ts'
import { calendarDay } from '../../../kit/format/format-time.ts'
import { Card, EmptyValue } from '../../../ui/card.tsx'
import { CardNumber } from '../../../ui/card-number.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { CardStatusBadge } from '../../cards/card-status-badge.tsx'
import { Reveal, useReveal } from '../../cards/reveal.tsx'
import { PostingAge } from '../../transactions/transactions-list.tsx'
import css from './single.module.css'

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
    <div className={css.strip}>
      <span className={css.number}>
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
      <dl className={css.facts}>
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
    <dl className={css.totals}>
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
