import type { Resource } from '@backoffice/contract/access'
import type { HistoryEvent } from '@backoffice/contract/history'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorNotice } from '../feedback/error-notice.tsx'
import { formatDateTime, formatExactTime } from '../format/format-time.ts'
import { actionText, capitalised, plainText, reasonText, refusalText } from './event-words.ts'
import css from './history-events.module.css'
import { historyQuery } from './record-queries.ts'

export type HistoryProps = {
  resource: Resource
  id: string
  labelOf: (field: string) => string
  /** Displayed text of a value; may be empty. */
  shown: (field: string, value: string) => string
  reasonOf?: (event: HistoryEvent) => string
}

/** Done and refused changes of a record: time, user, and each field before and after. */
export function HistoryEvents({ resource, id, reasonOf = reasonText, ...words }: HistoryProps) {
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, isFetching, refetch } =
    useInfiniteQuery(historyQuery(resource, id))
  const events = data?.pages.flatMap(({ items }) => items)
  return (
    <div className={css.history}>
      {error && (
        <ErrorNotice what="The history" error={error} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!events && !error && <Skeleton width="100%" height={120} />}
      {events?.length === 0 && (
        <EmptyState title="No changes yet">Changes to this record will be listed here.</EmptyState>
      )}
      {events && events.length > 0 && (
        <ol className={css.events}>
          {events.map((event) => (
            <Event key={event.id} {...{ event, reasonOf, ...words }} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </div>
  )
}

type EventProps = Required<Pick<HistoryProps, 'labelOf' | 'shown' | 'reasonOf'>> & { event: HistoryEvent }

function Event({ event, labelOf, shown, reasonOf }: EventProps) {
  const { at, actor, approved_by, outcome, changes, count, reason } = event
  const fields = Object.entries(changes)
    .map(([name, [old, now]]) => ({
      name,
      old: shown(name, plainText(old)),
      now: shown(name, plainText(now)),
    }))
    // Null and an empty text look the same.
    .filter(({ old, now }) => old !== now)
  return (
    <li className={css.event}>
      <p className={css.line}>
        <strong>{actionText(event)}</strong>
        {outcome === 'refused' && <Badge tone="warn">{refusalText(event)}</Badge>}
        {count > 1 && <span className={css.quiet}>{count} times</span>}
      </p>
      <p className={css.quiet}>
        {actor.name},{' '}
        <time dateTime={at} title={formatExactTime(at)}>
          {formatDateTime(at)}
        </time>
        {approved_by && ` · Approved by ${approved_by.name}`}
      </p>
      {outcome === 'done' && reason && <p className={css.reason}>{capitalised(reasonOf(event))}</p>}
      {fields.length > 0 && (
        <dl className={css.changes}>
          {fields.map(({ name, old, now }) => (
            <div key={name}>
              <dt>{labelOf(name)}</dt>
              <dd>
                {old !== '' && (
                  <>
                    <Value text={old} /> <span aria-hidden="true">→</span>
                    <span className="visually-hidden">to</span>{' '}
                  </>
                )}
                <Value text={now} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

function Value({ text }: { text: string }) {
  return text === '' ? <span className={css.quiet}>empty</span> : <span className={css.value}>{text}</span>
}
