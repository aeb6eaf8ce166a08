import type { CardSummary, InquiryResult } from '@backoffice/contract/endpoints/inquiries'
import { NOT_INCLUDED, replyText } from '@backoffice/contract/reply-text'
import {
  CARD_STATUS_LABELS,
  type CardStatus,
  MAX_TRANSACTIONS_SHOWN,
} from '@backoffice/contract/transactions'
import { useEffect, useRef } from 'react'
import { hundredths } from '../../../kit/format-amount.ts'
import { plural } from '../../../kit/format-number.ts'
import { calendarDay, formatDateTime } from '../../../kit/format-time.ts'
import { useCopy } from '../../../kit/use-copy.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, EmptyValue } from '../../../ui/card.tsx'
import { CardNumber } from '../../../ui/card-number.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ResultTransactions } from './result-transactions.tsx'
import { Reveal, useReveal } from './reveal.tsx'
import css from './single.module.css'

const TONES: Readonly<Record<CardStatus, Tone>> = {
  INACTIVE: 'quiet',
  ACTIVE: 'ok',
  REGISTERED: 'ok',
  LINKED: 'ok',
  EXPIRED: 'warn',
  BLOCKED: 'bad',
  LOST: 'bad',
}

type Props = {
  result: InquiryResult
  /** The result is from an earlier run. */
  isPast: boolean
  /** The form differs from its request. */
  isOutdated: boolean
}

const SUBJECT_NOUNS = { CARD: 'card', ACCOUNT: 'account', REFERENCE: 'reference' } as const

export function Result({ result, isPast, isOutdated }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isPast) heading.current?.focus()
  }, [isPast])
  return (
    <section className={css.result} aria-labelledby="result">
      <h2 id="result" ref={heading} tabIndex={-1} className="visually-hidden">
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
      <div className={css.top}>
        <Cards result={result} />
        <ReplyText result={result} isOutdated={isOutdated} />
      </div>
      {result.is_cut && (
        <Notice tone="warn" title="Narrow the range.">
          Only the newest {MAX_TRANSACTIONS_SHOWN} of {plural(result.totals.rows, 'transaction')} are shown.
          The totals include all of them.
        </Notice>
      )}
      {result.outcome === 'FOUND' ? <ResultTransactions result={result} /> : <NotFound result={result} />}
    </section>
  )
}

function Cards({ result }: { result: InquiryResult }) {
  const reveal = useReveal()
  if (result.cards.length === 0)
    return (
      <Card title={result.mode === 'CARD' ? 'Card' : 'Cards'}>
        <EmptyState title={result.outcome === 'FOUND' ? 'Card not loaded yet' : 'No card found'}>
          {result.outcome === 'FOUND' && 'It has transactions, but the card itself is not loaded yet.'}
        </EmptyState>
      </Card>
    )
  return (
    <div className={css.cards}>
      {result.cards.map((card) => (
        <CardPanel key={card.card_id} card={card} result={result} reveal={reveal} />
      ))}
    </div>
  )
}

type PanelProps = { card: CardSummary; result: InquiryResult; reveal: ReturnType<typeof useReveal> }

function CardPanel({ card, result, reveal }: PanelProps) {
  const date = (value: string | null) => (value ? calendarDay(value) : <EmptyValue />)
  return (
    <Card>
      <div className={css.card}>
        <div className={css.head}>
          <span className={css.number}>
            <CardNumber
              masked={card.card}
              revealed={reveal.shown?.cardId === card.card_id ? reveal.shown.number : undefined}
            />
          </span>
          <Badge tone={TONES[card.status]}>{CARD_STATUS_LABELS[card.status]}</Badge>
          <Reveal card={card} purpose={result.purpose} ticket={result.ticket_no} reveal={reveal} />
          <span className={css.balance}>
            <strong>{hundredths(card.points_balance)}</strong> points
          </span>
        </div>
        <dl className={css.facts}>
          {(
            [
              ['Member', card.member_name],
              ['Account', <code key="account">{card.account_number}</code>],
              ['Tier', card.tier],
              ['Activated', date(card.activated_on)],
              ['Expires', date(card.expires_on)],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  )
}

function ReplyText({ result, isOutdated }: Omit<Props, 'isPast'>) {
  const sentences = replyText(result)
  const { copy, status } = useCopy(sentences.join('\n'))
  return (
    <Card
      title="Reply text"
      aside={
        <>
          <span role="status">{isOutdated ? 'Previous inquiry' : status}</span>
          <Button icon={<Icon name="copy" size={14} />} onClick={copy} disabled={isOutdated}>
            Copy
          </Button>
        </>
      }
    >
      <div className={css.text}>
        {[...sentences.entries()].map(([place, sentence]) => (
          <p key={place} data-tone={sentence.startsWith(NOT_INCLUDED) ? 'warn' : undefined}>
            {sentence}
          </p>
        ))}
      </div>
    </Card>
  )
}

const WORDS = {
  CARD_NOT_FOUND: ['Card not found', 'The number is valid but not on file. Compare it with the card.'],
  ACCOUNT_NOT_FOUND: ['This account has no cards', 'Check the account number, or search by card.'],
  REFERENCE_NOT_FOUND: ['No transaction has this reference', 'Check the RRN or receipt number.'],
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
        : WORDS[outcome]
  return (
    <Card>
      <EmptyState title={title}>{hint}</EmptyState>
    </Card>
  )
}
