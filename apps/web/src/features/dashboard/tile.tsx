import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { formatDateTime, shortDay } from '../../kit/format/format-time.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './dashboard.module.css'

type Props<Data> = {
  title: string
  query: UseQueryResult<Data>
  /** The figures are current, regardless of the business date. */
  isNow?: true
  children: (data: Data) => ReactNode
  /** Table view of the figures, opened by a button with this label. */
  table?: { label: 'As table' | 'By day' | 'By hour'; view: (data: Data) => ReactNode }
}

/** Card that loads, fails and refreshes on its own. */
export function Tile<Data extends { as_of: string; business_date: string }>(props: Props<Data>) {
  const { title, query, isNow, children, table } = props
  const { data, error, refetch, isFetching, isPlaceholderData } = query
  const lastingError = useLastingError({ error, data })
  const [isTable, setTable] = useState(false)
  return (
    <Card
      title={title}
      aside={
        data && (
          <>
            <span>
              {!isNow && `${shortDay(data.business_date)}, `}
              <span className={css.asOf}>as of </span>
              {formatDateTime(data.as_of)}
            </span>
            {table && (
              <button
                type="button"
                className={css.toggle}
                aria-label={`${title}, ${table.label.toLowerCase()}`}
                aria-pressed={isTable}
                onClick={() => setTable(!isTable)}
              >
                {table.label}
              </button>
            )}
          </>
        )
      }
    >
      {data ? (
        <div className={css.body} data-busy={isPlaceholderData || undefined}>
          {error && (
            <Notice tone="warn" live>
              These figures could not be refreshed. They are from {formatDateTime(data.as_of)}.
            </Notice>
          )}
          {isTable && table ? <div className={css.table}>{table.view(data)}</div> : children(data)}
        </div>
      ) : lastingError ? (
        <ErrorNotice what={title} error={lastingError} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={css.body}>
          <Skeleton width={96} height={28} />
          <Skeleton width={180} height={16} />
          <Skeleton width="100%" height={80} />
        </div>
      )}
    </Card>
  )
}
