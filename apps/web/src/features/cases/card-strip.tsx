import type { CaseDetail } from '@backoffice/contract/cases'
import { hundredths } from '../../kit/format/format-amount.ts'
import { calendarDay } from '../../kit/format/format-time.ts'
import { CardNumber } from '../../ui/card-number.tsx'
import { CardStatusBadge } from '../cards/card-status-badge.tsx'
import { Reveal, useReveal } from '../cards/reveal.tsx'
import css from './cases.module.css'

/** The card of a case, masked. */
export function CardStrip({ found }: { found: CaseDetail }) {
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
