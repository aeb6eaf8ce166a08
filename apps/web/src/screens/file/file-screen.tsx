import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { isMoving } from '@backoffice/contract/file-states'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fileQuery } from '../../api/files.ts'
import { listedFile } from '../../api/live-cache.ts'
import { ErrorBoundary } from '../../kit/error-boundary.tsx'
import { ErrorNotice } from '../../kit/error-notice.tsx'
import { FileStateBadge } from '../../kit/file-state.tsx'
import { type Crumb, Page } from '../../kit/page.tsx'
import { learnServerTime } from '../../kit/server-clock.ts'
import { useLastingError } from '../../kit/use-lasting-error.ts'
import { usePolling } from '../../kit/use-polling.ts'
import { ApiError } from '../../net/api-error.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Confirmation } from './confirmation.tsx'
import { CountTiles } from './count-tiles.tsx'
import { DetailsCard } from './details-card.tsx'
import { ErrorsCard } from './errors-card.tsx'
import { FileActions } from './file-actions.tsx'
import css from './file-screen.module.css'
import { FileSkeleton } from './file-skeleton.tsx'
import { Outcome } from './outcome.tsx'
import { ProgressCard } from './progress-card.tsx'

const CRUMBS: readonly Crumb[] = [{ label: 'SMAC Inquiry', to: '/smac_inquiry' }, { label: 'Files' }]

export function FileScreen({ sourceFilekey }: { sourceFilekey: string }) {
  const poll = usePolling()
  const { data, error, isFetching, refetch } = useQuery({
    ...fileQuery(sourceFilekey),
    // Coming from a list, the file is known already.
    placeholderData: () => listedFile(sourceFilekey),
    refetchInterval: ({ state }) => (state.data && !isMoving(state.data.state) ? false : poll()),
  })
  const trouble = useLastingError({ error, data })
  if (trouble instanceof ApiError && trouble.status === 403) throw trouble
  if (data) return <FileView file={data} />
  if (!trouble) return <FileSkeleton crumbs={CRUMBS} />
  const missing = trouble instanceof ApiError && (trouble.status === 404 || trouble.status === 422)
  return (
    <Page title={missing ? 'File not found' : 'File'} crumbs={CRUMBS}>
      {missing ? (
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
        <ErrorNotice what="The file" error={trouble} busy={isFetching} onRetry={refetch} />
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
