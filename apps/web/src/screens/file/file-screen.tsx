import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { isMoving } from '@backoffice/contract/file-states'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Failure } from '../../api/failure.ts'
import { fileQuery } from '../../api/files.ts'
import { listedFile } from '../../api/live-cache.ts'
import { Failed } from '../../kit/failed.tsx'
import { FileStateBadge } from '../../kit/file-state.tsx'
import { type Crumb, Page } from '../../kit/page.tsx'
import { Panel } from '../../kit/panel.tsx'
import { learnServerTime } from '../../kit/server-clock.ts'
import { useLastingError } from '../../kit/use-lasting-error.ts'
import { usePolling } from '../../kit/use-polling.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { AboutCard } from './about-card.tsx'
import { Confirmation } from './confirmation.tsx'
import { CountTiles } from './count-tiles.tsx'
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
  if (trouble instanceof Failure && trouble.status === 403) throw trouble
  if (data) return <FileView file={data} />
  if (!trouble) return <FileSkeleton crumbs={CRUMBS} />
  const missing = trouble instanceof Failure && (trouble.status === 404 || trouble.status === 422)
  return (
    <Page title={missing ? 'File not found' : 'File'} crumbs={CRUMBS}>
      {missing ? (
        <Card>
          <Empty
            title="There is no such file"
            action={
              <Link to="/smac_inquiry" {...buttonLook('primary')}>
                See the tracked files
              </Link>
            }
          >
            It was removed, or it is somebody else’s.
          </Empty>
        </Card>
      ) : (
        <Failed what="The file" error={trouble} busy={isFetching} onRetry={refetch} />
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
        <Panel what="The confirmation">
          <Confirmation file={file} />
        </Panel>
      )}
      <div className={css.columns} data-alone={!hasErrors || undefined}>
        {hasErrors && file.validated_at !== null && (
          <Panel what="The errors">
            <ErrorsCard file={file} />
          </Panel>
        )}
        <AboutCard file={file} />
      </div>
    </Page>
  )
}
