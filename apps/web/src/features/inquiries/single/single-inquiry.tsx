import type { InquiryResult } from '@backoffice/contract/inquiries'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ErrorNotice, useLastingError } from '../../../kit/feedback/error-notice.tsx'
import { plural } from '../../../kit/format/format-number.ts'
import { useLazyPart } from '../../../kit/lazy/use-lazy.tsx'
import { ApiError, errorMessage } from '../../../net/api-error.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { SkeletonRows } from '../../../ui/table.tsx'
import { type InquiryStart, setInquiryStart, useInquiryStart } from '../../files/tracked/inquiry-start.ts'
import { resultQuery } from '../inquiry-queries.ts'
import { InquiryForm, type KeptValues } from './inquiry-form-card.tsx'
import css from './single.module.css'

const loadResult = async () => (await import('./result.tsx')).Result

/** Form of an inquiry and the result named by the URL. `id` is that of a past inquiry. */
export function SingleInquiry({ id }: { id: string | undefined }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...resultQuery(id ?? ''),
    enabled: id !== undefined,
  })
  const lastingError = useLastingError({ error, data })
  const result = id === undefined ? undefined : data
  const [Result, failure] = useLazyPart('The reply', loadResult, result !== undefined)
  // The form keeps its values after a run and is reset for a past inquiry.
  const [ran, setRan] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<InquiryResult>()
  const isPast = result !== undefined && !ran.has(result.id)
  if (isPast && opened?.id !== result.id) setOpened(result)
  if (id === undefined && opened) setOpened(undefined)
  const { started, clearStart } = useStarted()
  const [kept, setKept] = useState<KeptValues>()
  if (id !== undefined && !data && !lastingError)
    return (
      <>
        <Card>
          <Loading height={152} />
        </Card>
        <LoadingResult />
      </>
    )
  return (
    <>
      <p role="status" className="visually-hidden">
        {result && !isPast && summaryOf(result)}
      </p>
      <InquiryForm
        key={opened?.id ?? `new ${started.count}`}
        past={opened}
        start={started.start}
        kept={kept}
        result={result}
        onLoadResult={() => void loadResult()}
        onRun={(ranId, values) => {
          setRan((before) => new Set(before).add(ranId))
          setKept(values)
          clearStart()
        }}
        reply={({ isOutdated, isRunning }) =>
          isRunning ? (
            <LoadingResult />
          ) : lastingError ? (
            <ReplyError error={lastingError} busy={isFetching} onRetry={() => void refetch()} />
          ) : result && Result ? (
            <Result key={result.id} result={result} isPast={isPast} isOutdated={isOutdated} />
          ) : result ? (
            (failure ?? <LoadingResult />)
          ) : (
            <Card>
              <EmptyState title="Run an inquiry to see the card and a reply for the ticket" />
            </Card>
          )
        }
      />
    </>
  )
}

/** Takes the start of an inquiry out of its store; `count` tells one from the next. */
function useStarted() {
  const { start } = useInquiryStart()
  const [started, setStarted] = useState<{ count: number; start: InquiryStart | undefined }>({
    count: 0,
    start: undefined,
  })
  const [taken, setTaken] = useState<InquiryStart>()
  if (start && start !== taken) {
    setTaken(start)
    setStarted(({ count }) => ({ count: count + 1, start }))
  }
  useEffect(() => {
    if (start) setInquiryStart(undefined)
  }, [start])
  return {
    started,
    clearStart() {
      setTaken(undefined)
      setStarted(({ count }) => ({ count, start: undefined }))
    },
  }
}

const summaryOf = ({ totals, criteria }: InquiryResult) =>
  `${plural(totals.rows, 'transaction')} of ${criteria.subject}`

type ErrorProps = { error: Error; busy: boolean; onRetry: () => void }

function ReplyError({ error, busy, onRetry }: ErrorProps) {
  if (error instanceof ApiError && error.code === 'answer_removed')
    return (
      <Notice tone="warn" title="The reply of this inquiry is no longer stored." live>
        {errorMessage(error)}
      </Notice>
    )
  return <ErrorNotice what="The reply" error={error} busy={busy} onRetry={onRetry} />
}

/** Skeleton of a result, with strip, six rows and reply. */
function LoadingResult() {
  return (
    <div className={css.result} aria-busy="true">
      <div className={css.card}>
        <Card flush>
          <div className={css.strip}>
            <Loading height={44} />
          </div>
          <div className={css.strip}>
            <Loading height={36} />
          </div>
        </Card>
      </div>
      <div className={css.reply}>
        <Card title="Reply text">
          <Loading height={150} />
        </Card>
      </div>
      <div className={css.rows}>
        <Card flush>
          <table className={css.skeleton} aria-hidden="true">
            <tbody>
              <SkeletonRows rows={6} columns={5} />
            </tbody>
          </table>
        </Card>
      </div>
    </div>
  )
}
