import { may } from '@backoffice/contract/access'
import { FILE_KIND_LABELS } from '@backoffice/contract/file-kinds'
import { FILE_STATE_LABELS, isInProgress } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import { isKeyOf } from '@backoffice/contract/objects'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { mayLeave } from '../../kit/form/unsaved-changes.ts'
import { plural, size } from '../../kit/format/format-number.ts'
import { useLazyPart } from '../../kit/lazy/use-lazy.tsx'
import { useSidebarMark } from '../../kit/navigation/shell-state.ts'
import { markSubjectRead } from '../../kit/notifications/notifications.ts'
import { NotFoundPage } from '../../kit/shell/error-views.tsx'
import { type Crumb, Page } from '../../kit/shell/page.tsx'
import { ApiError } from '../../net/api-error.ts'
import { syncClock } from '../../net/server-clock.ts'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonVariant } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type AlsoMatched, AlsoMatchedNotice } from './also-matched.tsx'
import { ActionPart, DetailsCard } from './details-card.tsx'
import { FileActions } from './file-actions.tsx'
import css from './file-screen.module.css'
import type { FileSearch } from './file-search.ts'
import { FinishedInquiry, showsRows } from './inquiry/finished-inquiry.tsx'
import { InquiryPart } from './inquiry/inquiry-part.tsx'
import { Outcome } from './outcome.tsx'
import { ProgressCard } from './progress-card.tsx'
import { isBeforeConfirmation } from './progress-steps.ts'
import { categoryOf, crumbsOf, listPathOf } from './tracked/categories.ts'
import { fileQuery, listedFile } from './tracked/file-queries.ts'
import { FileStateBadge, isWaiting } from './tracked/file-state.tsx'
import { usePolling } from './tracked/file-stream.ts'

/** Shown until the category of the file is known. */
const CRUMBS: readonly Crumb[] = [{ label: 'Files', to: '/files' }]

type Props = {
  sourceFilekey: string
  search: FileSearch
  onSearch: (search: FileSearch) => void
}

export function FileScreen({ sourceFilekey, search, onSearch }: Props) {
  const poll = usePolling()
  const { data, error, isFetching, refetch } = useQuery({
    ...fileQuery(sourceFilekey),
    // The list that links here has loaded the file.
    placeholderData: () => listedFile(sourceFilekey),
    refetchInterval: ({ state }) => (state.data && !isInProgress(state.data.state) ? false : poll()),
  })
  const lastingError = useLastingError({ error, data })
  const status = lastingError instanceof ApiError ? lastingError.status : undefined
  if (status === 403) throw lastingError
  if (data) return <FileView file={data} search={search} onSearch={onSearch} />
  if (!lastingError) return <FileSkeleton />
  // The call takes the key as a value, so a malformed one is not accepted.
  if (status === 404 || status === 422) return <MissingFile />
  return (
    <Page title="File" crumbs={CRUMBS}>
      <ErrorNotice what="The file" error={lastingError} busy={isFetching} onRetry={refetch} />
    </Page>
  )
}

function MissingFile() {
  const mayView = may(useUser(), 'file:view')
  return (
    <NotFoundPage
      crumbs={CRUMBS}
      message="No file has this key."
      hint="It was removed, or it belongs to another user."
    >
      {mayView ? (
        <Link to="/files" {...buttonVariant('primary')}>
          View tracked files
        </Link>
      ) : undefined}
    </NotFoundPage>
  )
}

type ViewProps = Omit<Props, 'sourceFilekey'> & { file: TrackedFile }

function FileView({ file, search, onSearch }: ViewProps) {
  syncClock(file.read_at)
  useSidebarMark(listPathOf(file))
  // The file may be reported while this screen loads.
  useEffect(() => markSubjectRead(file.source_filekey), [file])
  const isChanging = file.state === 'AWAITING_CONFIRMATION' && search.step === 'columns' && file.may.match
  // A newer release wrote the file, whose next step is unknown here.
  const isNewer = !isKeyOf(FILE_STATE_LABELS, file.state) || !isKeyOf(FILE_KIND_LABELS, file.kind)
  const [matched, setMatched] = useState<string>()
  const [alsoMatched, setAlsoMatched] = useState<AlsoMatched>([])
  return (
    <Page
      title={file.file_name}
      crumbs={crumbsOf(file)}
      badge={
        <>
          <StateBadge file={isChanging ? { ...file, state: 'MATCHING' } : file} />{' '}
          <span className={css.size}>{formatSize(file)}</span>
        </>
      }
      actions={!isNewer && <FileActions file={file} />}
    >
      {isNewer ? (
        <DetailsCard file={file} />
      ) : showsRows(file) ? (
        <FinishedInquiry file={file} search={search} onSearch={onSearch} />
      ) : (
        <>
          <Outcome file={file} />
          <ProgressCard
            file={file}
            match={{ isChanging, note: matched }}
            onMatch={async () => (await mayLeave()) && onSearch({ step: 'columns' })}
          />
          <AlsoMatchedNotice files={alsoMatched} />
          <OpenFile
            {...{ file, search, isChanging, onSearch }}
            onMatched={setMatched}
            onSent={setAlsoMatched}
          />
        </>
      )}
    </Page>
  )
}

/** Lists show the state; the screen of the file also shows that it has rows to fix. */
function StateBadge({ file }: { file: TrackedFile }) {
  const { kind, state, preview, counts, may } = file
  const rejected = kind === 'import' ? (preview?.rejected ?? 0) : counts.error
  const hasRowsToFix = state === 'AWAITING_CONFIRMATION' && may.fix && rejected > 0 && !isWaiting(file)
  return hasRowsToFix ? (
    <Badge tone="warn">{`${plural(rejected, 'row')} to fix`}</Badge>
  ) : (
    <FileStateBadge {...file} />
  )
}

/** Other files show their counts next to the progress, and uploads in their steps before they are confirmed. */
function formatSize(file: TrackedFile): string | undefined {
  const { kind, counts, size: bytes } = file
  if (isBeforeConfirmation(file))
    return kind === 'import' ? `Import into ${categoryOf(file).label}` : undefined
  const hasRows = kind === 'import' || showsRows(file)
  return hasRows && counts.total > 0 ? `${plural(counts.total, 'row')}, ${size(bytes)}` : undefined
}

const loadColumnsPart = async () => (await import('./columns/columns-part.tsx')).ColumnsPart

type OpenProps = ViewProps & {
  isChanging: boolean
  onMatched: (matched: string | undefined) => void
  onSent: (also: AlsoMatched) => void
}

/** Content of a file that is not finished. Only the match step loads its code. */
function OpenFile({ file, search, isChanging, onSearch, ...on }: OpenProps) {
  const readAgain = useRef<'sheet' | 'header_row'>(undefined)
  const isMatching = file.state === 'MATCHING' || isChanging
  const [ColumnsPart, failure] = useLazyPart('The columns', loadColumnsPart, isMatching)
  if (!isMatching) return <Part file={file} search={search} onSearch={onSearch} />
  if (!ColumnsPart) return failure ?? <PartSkeleton />
  return (
    <ColumnsPart {...{ file, readAgain }} {...on} onReview={isChanging ? () => onSearch({}) : undefined} />
  )
}

const loadImportPart = async () => (await import('./import/import-part.tsx')).ImportPart

/** Content by kind of file. Only imports load the code of the preview. */
function Part({ file, search, onSearch }: ViewProps) {
  const [ImportPart, failure] = useLazyPart('The rows', loadImportPart, file.kind === 'import')
  switch (file.kind) {
    case 'inquiry':
      return <InquiryPart file={file} />
    case 'import':
      if (!ImportPart) return failure ?? <PartSkeleton />
      return <ImportPart file={file} search={search} onSearch={onSearch} />
    case 'export':
      return <DetailsCard file={file} />
    case 'action':
      return <ActionPart file={file} />
  }
}

function PartSkeleton() {
  return (
    <div aria-busy="true">
      <Card>
        <Skeleton width="100%" height={280} />
      </Card>
    </div>
  )
}

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
