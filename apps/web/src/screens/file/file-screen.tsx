import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { isInProgress } from '@backoffice/contract/file-states'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listedFile } from '../../files/file-cache.ts'
import { fileQuery } from '../../files/file-queries.ts'
import { FileStateBadge } from '../../files/file-state.tsx'
import { usePolling } from '../../files/file-stream.ts'
import { ErrorBoundary } from '../../kit/error-boundary.tsx'
import { ErrorNotice, useLastingError } from '../../kit/error-notice.tsx'
import { type Crumb, Page } from '../../kit/page.tsx'
import { learnServerTime } from '../../kit/server-clock.ts'
import { ApiError } from '../../net/api-error.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Confirmation } from './confirmation.tsx'
import { DetailsCard } from './details-card.tsx'
import { ErrorsCard } from './errors-card.tsx'
import { FileActions } from './file-actions.tsx'
import css from './file-screen.module.css'
import { Outcome } from './outcome.tsx'
import { ProgressCard } from './progress-card.tsx'

const CRUMBS: readonly Crumb[] = [{ label: 'SMAC Inquiry', to: '/smac_inquiry' }, { label: 'Files' }]

export function FileScreen({ sourceFilekey }: { sourceFilekey: string }) {
  const poll = usePolling()
  const { data, error, isFetching, refetch } = useQuery({
    ...fileQuery(sourceFilekey),
    // A list that led here has the file already.
    placeholderData: () => listedFile(sourceFilekey),
    refetchInterval: ({ state }) => (state.data && !isInProgress(state.data.state) ? false : poll()),
  })
  const lastingError = useLastingError({ error, data })
  if (lastingError instanceof ApiError && lastingError.status === 403) throw lastingError
  if (data) return <FileView file={data} />
  if (!lastingError) return <FileSkeleton />
  const isMissing =
    lastingError instanceof ApiError && (lastingError.status === 404 || lastingError.status === 422)
  return (
    <Page title={isMissing ? 'File not found' : 'File'} crumbs={CRUMBS}>
      {isMissing ? (
        <Card>
          <EmptyState
            title="There is no such file"
            action={
              <Link to="/smac_inquiry" {...buttonVariant('primary')}>
                See the tracked files
              </Link>
            }
          >
            It was removed, or it is somebody else’s.
          </EmptyState>
        </Card>
      ) : (
        <ErrorNotice what="The file" error={lastingError} busy={isFetching} onRetry={refetch} />
      )}
    </Page>
  )
}

function FileView({ file }: { file: TrackedFile }) {
  learnServerTime(file.read_at)
  const { state, counts } = file
  const hasErrors = counts.error + counts.warning + counts.duplicate > 0
  return (
    <Page
      title={file.file_name}
      crumbs={CRUMBS}
      badge={<FileStateBadge state={state} />}
      actions={<FileActions file={file} />}
    >
      <Outcome file={file} />
      <ProgressCard file={file} />
      {file.validated_at !== null && counts.total > 0 && <CountTiles file={file} />}
      {state === 'AWAITING_CONFIRMATION' && (
        <ErrorBoundary what="The confirmation">
          <Confirmation file={file} />
        </ErrorBoundary>
      )}
      <div className={css.columns} data-alone={!hasErrors || undefined}>
        {hasErrors && file.validated_at !== null && (
          <ErrorBoundary what="The errors">
            <ErrorsCard file={file} />
          </ErrorBoundary>
        )}
        <DetailsCard file={file} />
      </div>
    </Page>
  )
}

type Tile = readonly [string, number, 'ok' | 'bad' | 'warn' | 'quiet' | 'plain']

function tilesOf({ counts, confirmed_at }: TrackedFile): Tile[] {
  const invalid: Tile = ['Invalid', counts.error, counts.error > 0 ? 'bad' : 'quiet']
  const duplicate: Tile = ['Duplicate', counts.duplicate, counts.duplicate > 0 ? 'warn' : 'quiet']
  if (confirmed_at === null) {
    return [
      ['Rows', counts.total, 'plain'],
      ['Valid', counts.valid, 'ok'],
      invalid,
      duplicate,
      ['With a warning', counts.warning, counts.warning > 0 ? 'warn' : 'quiet'],
    ]
  }
  return [
    ['Found', counts.found, 'ok'],
    ['Not found', counts.not_found, 'plain'],
    invalid,
    duplicate,
    ['Not yet read', Math.max(0, counts.total - counts.processed), 'quiet'],
  ]
}

function CountTiles({ file }: { file: TrackedFile }) {
  return (
    <dl className={css.tiles} aria-label="Counts">
      {tilesOf(file).map(([name, value, tone]) => (
        <div key={name} className={css.tile}>
          <dt>{name}</dt>
          <dd data-tone={tone}>{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shown until the file is loaded. */
function FileSkeleton() {
  return (
    <Page title="File" crumbs={CRUMBS}>
      <Card>
        <div className={css.top}>
          <Skeleton width={180} height={20} />
          <Skeleton width={140} height={20} />
        </div>
        <Skeleton width="100%" height={8} />
        <ol className={css.steps} aria-hidden="true">
          {['1', '2', '3', '4', '5'].map((step) => (
            <li key={step}>
              <Skeleton width={80} height={20} />
              <small />
            </li>
          ))}
        </ol>
      </Card>
      <div className={css.tiles} aria-hidden="true">
        {['1', '2', '3', '4', '5'].map((tile) => (
          <div key={tile} className={css.tile}>
            <Skeleton width={72} height={20} />
            <Skeleton width={96} height={28} />
          </div>
        ))}
      </div>
    </Page>
  )
}
