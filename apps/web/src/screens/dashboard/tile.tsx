import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice, useLastingError } from '../../kit/error-notice.tsx'
import { formatTime } from '../../kit/format-time.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './dashboard.module.css'

type Props<Data> = {
  title: string
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** Loads, fails and refreshes independently of the other tiles. */
export function Tile<Data extends { as_of: string }>({ title, query, children }: Props<Data>) {
  const { data, error, refetch, isFetching } = query
  const lastingError = useLastingError({ error, data })
  return (
    <Card
      title={title}
      aside={
        <div className={css.aside}>
          {data && <span>as of {formatTime(data.as_of)}</span>}
          <Button
            variant="quiet"
            aria-label={`Refresh ${title}`}
            title="Refreshes by itself every 60 s"
            busy={isFetching && data !== undefined}
            onClick={() => void refetch()}
          >
            {!isFetching && <Icon name="refresh" size={14} />}
          </Button>
        </div>
      }
    >
      {data ? (
        <div className={css.body}>
          {error && (
            <Notice tone="warn" live>
              These figures could not be refreshed; they are those of {formatTime(data.as_of)}.
            </Notice>
          )}
          {children(data)}
        </div>
      ) : lastingError ? (
        <ErrorNotice what={title} error={lastingError} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={css.body}>
          <Skeleton width={96} height={28} />
          <Skeleton width={220} height={20} />
          <Skeleton width="100%" height={140} />
        </div>
      )}
    </Card>
  )
}
