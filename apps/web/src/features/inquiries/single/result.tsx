import type { InquiryResult } from '@backoffice/contract/inquiries'
import { INQUIRY_OUTCOMES } from '@backoffice/contract/inquiry-criteria'
import { labelOfState } from '@backoffice/contract/newer-release'
import { MAX_TRANSACTIONS_SHOWN } from '@backoffice/contract/transactions'
import { plural } from '../../../kit/format/format-number.ts'
import { calendarDay, formatDateTime } from '../../../kit/format/format-time.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CardStrips } from './card-strips.tsx'
import { CardTimeline } from './card-timeline.tsx'
import { ReplyText } from './reply-text.tsx'
import { ResultTransactions } from './result-transactions.tsx'
import css from './single.module.css'

type Props = {
  result: InquiryResult
  /** The result is from an earlier run. */
  isPast: boolean
  /** The form differs from its request. */
  isOutdated: boolean
}

const SUBJECT_NOUNS = { CARD: 'card', ACCOUNT: 'account', REFERENCE: 'reference' } as const

export function Result({ result, isPast, isOutdated }: Props) {
  const [card, ...others] = result.cards
  const isMissing = card === undefined && result.outcome !== 'FOUND'
  const isOneCard = card !== undefined && others.length === 0
  return (
    <section className={css.section} aria-labelledby="result">
      <h2 id="result" className="visually-hidden">
        {plural(result.totals.rows, 'transaction')} of {result.criteria.subject}
      </h2>
      {isOutdated && (
        <Notice
          tone="warn"
          title={`This reply is for ${SUBJECT_NOUNS[result.mode]} ${result.criteria.subject}.`}
          live
        >
          The form has changed. Run the inquiry again to update the reply.
        </Notice>
      )}
      {isPast && !isOutdated && (
        <Notice
          tone="info"
          title={`Saved answer from ${formatDateTime(result.created_at)}, run by ${result.owner.name}.`}
        >
          Run again for current data.
        </Notice>
      )}
      {result.is_cut && (
        <Notice tone="warn" title="Narrow the range.">
          Only the newest {MAX_TRANSACTIONS_SHOWN} of {plural(result.totals.rows, 'transaction')} are shown.
          The totals include all of them.
        </Notice>
      )}
      <div className={css.result}>
        <div className={css.card}>
          {isMissing ? <NotFound result={result} /> : <CardStrips result={result} />}
        </div>
        <div className={css.reply}>
          <ReplyText result={result} isOutdated={isOutdated} />
        </div>
        {!isMissing && (
          <div className={css.rows}>
            {result.outcome === 'FOUND' ? (
              <ResultTransactions result={result} />
            ) : (
              <NotFound result={result} />
            )}
          </div>
        )}
        {isOneCard && (
          <div className={css.timeline}>
            <CardTimeline cardId={card.card_id} shownId={result.id} />
          </div>
        )}
      </div>
    </section>
  )
}

const HINTS = {
  CARD_NOT_FOUND: 'The number is valid but not on file. Compare it with the card.',
  ACCOUNT_NOT_FOUND: 'No card has this account number. Check it, or search by card.',
  REFERENCE_NOT_FOUND: 'No transaction has this RRN or receipt number. Compare it with the receipt.',
} as const

/** Explains why nothing was found. */
function NotFound({ result }: { result: InquiryResult }) {
  const { outcome, last_on, without_filters, criteria } = result
  if (outcome === 'FOUND') return null
  const range = `${calendarDay(criteria.date_from)} to ${calendarDay(criteria.date_to)}`
  const [title, hint] =
    outcome === 'NO_TRANSACTIONS'
      ? [
          `No transactions from ${range}`,
          last_on
            ? `The last transaction was on ${calendarDay(last_on)}. Choose other dates.`
            : 'There are no transactions on any date.',
        ]
      : outcome === 'FILTERED_OUT'
        ? [
            'No transactions match the filters',
            `Clear the filters to see ${plural(without_filters ?? 0, 'transaction')} from ${range}.`,
          ]
        : [labelOfState(INQUIRY_OUTCOMES, outcome), HINTS[outcome]]
  return (
    <Card>
      <EmptyState title={title}>{hint}</EmptyState>
    </Card>
  )
}
