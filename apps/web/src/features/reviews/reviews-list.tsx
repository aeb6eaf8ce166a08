import { reviewsList } from '@backoffice/contract/lists/reviews'
import type { ReviewRow } from '@backoffice/contract/reviews'
import { formatDateTime } from '../../kit/format/format-time.ts'
import type { List } from '../../kit/list/columns.ts'
import { InCard } from '../../kit/list/data-row.tsx'
import { recordLink } from '../../kit/record/record-links.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { computedStyle } from '../../ui/computed-style.ts'
import { decidedText, dueText, scopeText, statusBadge } from './review-words.ts'
import css from './reviews.module.css'
import { REVIEWS } from './reviews-queries.ts'

const time = (at: string | null) =>
  at === null ? <EmptyValue /> : <time dateTime={at}>{formatDateTime(at)}</time>

export const REVIEWS_LIST: List<ReviewRow, typeof reviewsList> = {
  declaration: reviewsList,
  noun: 'review',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  // The filters of the items are not those of this list.
  open: ({ id }) => ({ ...recordLink(REVIEWS, id), search: {} }),
  columns: [
    {
      field: 'name',
      always: true,
      card: 'title',
      cell: ({ name }) => <span className={css.name}>{name}</span>,
    },
    { field: 'scope', under: 'name', cell: scopeText },
    {
      field: 'undecided',
      label: 'Progress',
      cell: (row) => (
        <span className={css.rowProgress}>
          <ReviewProgress counts={row.counts} />
          <span>{decidedText(row)}</span>
        </span>
      ),
    },
    {
      field: 'mine',
      label: 'For you',
      variant: 'numeric',
      cell: ({ mine }) =>
        mine > 0 ? (
          <>
            {mine}
            <InCard> for you</InCard>
          </>
        ) : (
          <EmptyValue />
        ),
    },
    {
      field: 'due_at',
      cell: (row) => (
        <>
          <InCard>Due </InCard>
          <Due row={row} />
        </>
      ),
    },
    {
      field: 'status',
      card: 'badge',
      cell: (row) => {
        const { tone, text } = statusBadge(row)
        return <Badge tone={tone}>{text}</Badge>
      },
    },
    { field: 'started_by', under: 'due_at', card: 'foot', cell: ({ started_by }) => started_by.name },
    {
      field: 'started_at',
      hidden: true,
      variant: 'second',
      card: 'none',
      cell: (row) => time(row.started_at),
    },
    {
      field: 'finished_at',
      hidden: true,
      variant: 'second',
      card: 'none',
      cell: (row) => time(row.finished_at),
    },
  ],
}

/** The due day with the time left. */
export function Due({ row }: { row: Pick<ReviewRow, 'due_at' | 'due_on' | 'status'> }) {
  const { day, left, isOverdue } = dueText(row)
  return (
    <span>
      {day}{' '}
      {left && (
        <span className={css.left} data-tone={isOverdue ? 'bad' : undefined}>
          {left}
        </span>
      )}
    </span>
  )
}

/** Bar of kept and removed items. Its caller shows the counts as text. */
export function ReviewProgress({ counts: { total, kept, removed } }: Pick<ReviewRow, 'counts'>) {
  const share = (count: number) => computedStyle({ 'flex-basis': `${(100 * count) / Math.max(1, total)}%` })
  return (
    <span className={css.bar} aria-hidden="true">
      {kept > 0 && <span ref={share(kept)} data-decision="KEEP" />}
      {removed > 0 && <span ref={share(removed)} data-decision="REMOVE" />}
    </span>
  )
}
