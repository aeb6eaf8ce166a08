import type { TimelineItem } from '@backoffice/contract/cards'
import { CASE_KIND_LABELS, isOpenCase } from '@backoffice/contract/cases'
import { INQUIRY_OUTCOMES } from '@backoffice/contract/inquiry-criteria'
import { labelOfState } from '@backoffice/contract/objects'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorNotice, useLastingError } from '../../../kit/feedback/error-notice.tsx'
import { calendarDay, formatDateTime, shortDay } from '../../../kit/format/format-time.ts'
import { linkTo } from '../../../kit/navigation/link-to.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { Loading } from '../../../ui/skeleton.tsx'
import { caseLink } from '../../cases/start/case-start.ts'
import { CaseStatusBadge } from '../../cases/start/case-status-badge.tsx'
import { timelineQuery } from '../inquiry-queries.ts'
import css from './card-timeline.module.css'

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
