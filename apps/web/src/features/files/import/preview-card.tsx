import type { PreviewOutcome } from '@backoffice/contract/file-kinds'
import {
  type Artifact,
  fileEndpoints,
  type ImportPreview,
  type TrackedFile,
} from '@backoffice/contract/files'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { PAGE_SIZES } from '@backoffice/contract/list'
import { keysOf } from '@backoffice/contract/objects'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorNotice, useLastingError } from '../../../kit/feedback/error-notice.tsx'
import { usePageSize } from '../../../kit/preferences/preferences.ts'
import { call } from '../../../net/call.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { Pager } from '../../../ui/pager.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DownloadButton } from '../download-button.tsx'
import { ErrorsCard } from '../errors-card.tsx'
import { type ListedOutcome, type PreviewSearch, shownRows } from '../file-search.ts'
import { importsOf } from '../tracked/categories.ts'
import { useFixPart } from '../use-fix-part.ts'
import { useProblemKeys } from '../use-problem-keys.ts'
import css from './preview-card.module.css'
import { PreviewChips, PreviewTable } from './preview-table.tsx'

type Props = {
  file: TrackedFile
  preview: ImportPreview
  layout: ImportLayout
  search: PreviewSearch
  onSearch: (search: PreviewSearch) => void
  /** The file while its rows are checked again. */
  checking: TrackedFile | undefined
  mayFix: boolean
  /** Called when the draft of corrections gets its first change, and when it is empty again. */
  onDraft: (hasDraft: boolean) => void
}

const TABS = {
  new: { label: 'New', note: 'added to the table', artifact: 'preview_new', tone: 'ok' },
  changed: { label: 'Changed', note: 'old value → new value', artifact: 'preview_changed', tone: 'info' },
  unchanged: { label: 'Unchanged', note: 'left as they are', artifact: 'preview_unchanged', tone: 'quiet' },
  rejected: { label: 'To fix', note: 'skipped until fixed', artifact: 'rejected', tone: 'bad' },
} as const satisfies Record<PreviewOutcome, { label: string; note: string; artifact: Artifact; tone: string }>
/** Shown to users who cannot fix the rows. */
const REJECTED = { label: 'Rejected', note: 'skipped' } as const

const NOTHING = {
  new: 'Every row of the file is already in the table.',
  changed: 'No record would change.',
  unchanged: 'Every row of the file is either written or rejected.',
} as const satisfies Record<ListedOutcome, string>

/** Dry-run rows by outcome. The URL selects the outcome. */
export function PreviewCard({ file, preview, search, checking, mayFix, onDraft, ...rows }: Props) {
  const shown = shownRows(search, preview)
  const isFixing = mayFix && shown === 'rejected'
  const [FixPart, failure] = useFixPart(isFixing)
  const [startsAtProblem, setStarts] = useState(false)
  useProblemKeys(mayFix && !isFixing && preview.rejected > 0, () => {
    setStarts(true)
    rows.onSearch({ rows: 'rejected' })
  })
  const addsRows = !importsOf(file).changesOnly
  const outcomes = keysOf(TABS).filter((outcome) => outcome !== 'new' || addsRows)
  const wordsOf = (outcome: PreviewOutcome) => (outcome === 'rejected' && !mayFix ? REJECTED : TABS[outcome])
  return (
    <section className={css.card} data-fixing={isFixing || undefined} aria-label="Rows of the file">
      <nav className={css.tabs} aria-label="Rows by outcome">
        {outcomes.map((outcome) => (
          <Link
            key={outcome}
            to="."
            search={{ rows: outcome }}
            replace
            resetScroll={false}
            className={css.tab}
            data-tone={preview[outcome] > 0 ? TABS[outcome].tone : 'quiet'}
            aria-current={outcome === shown ? 'true' : undefined}
          >
            <span className={css.name}>{wordsOf(outcome).label}</span>
            <strong className={css.count}>{formatNumber(preview[outcome])}</strong>
            <span className={css.note}>{wordsOf(outcome).note}</span>
          </Link>
        ))}
      </nav>
      {isFixing &&
        !FixPart &&
        (failure ?? (
          <div className={css.loading} aria-busy="true">
            <Skeleton width="100%" height={44} />
            <Skeleton width="100%" height={240} />
          </div>
        ))}
      {/* Stays while another tab is shown, because it holds the draft. */}
      {mayFix && FixPart && (
        <FixPart
          {...{ file, preview, checking, startsAtProblem, onDraft }}
          isHidden={!isFixing}
          onStarted={() => setStarts(false)}
        />
      )}
      {shown === 'rejected' ? (
        !mayFix && <RejectedRows file={file} count={preview.rejected} />
      ) : (
        <Outcome {...rows} {...{ file, preview, search, shown }} isChecking={checking !== undefined} />
      )}
    </section>
  )
}

function RejectedRows({ file, count }: { file: TrackedFile; count: number }) {
  if (count === 0) return <EmptyState title="No rejected rows">Every row can be imported.</EmptyState>
  return <ErrorsCard file={file} rejected={count} />
}

type OutcomeProps = Omit<RowsProps, 'shown'> & Pick<Props, 'preview'> & { shown: ListedOutcome }

function Outcome({ preview, shown, ...rows }: OutcomeProps) {
  const { file, layout, search, onSearch } = rows
  const { label, artifact } = TABS[shown]
  if (preview[shown] === 0)
    return <EmptyState title={`No ${label.toLowerCase()} rows`}>{NOTHING[shown]}</EmptyState>
  return (
    <>
      <div className={css.bar}>
        <PreviewChips {...{ preview, layout, shown, search, onSearch }} />
        {file.artifacts.includes(artifact) && (
          <DownloadButton
            file={file}
            artifact={artifact}
            variant="quiet"
            label="Download"
            about={`${label.toLowerCase()} rows`}
          />
        )}
      </div>
      {/* The key remounts the table, because each tab has its own columns. */}
      <Rows key={shown} {...rows} shown={shown} />
    </>
  )
}

type RowsProps = Pick<Props, 'file' | 'layout' | 'search' | 'onSearch'> & {
  shown: ListedOutcome
  /** True while the server has no rows. Loaded rows of the last check are kept meanwhile. */
  isChecking: boolean
}

function Rows({ file, layout, shown, search, isChecking, onSearch }: RowsProps) {
  const preferred = usePageSize()
  const size = search.size ?? preferred
  const page = search.page ?? 1
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...previewQuery(file, search, shown, size),
    enabled: !isChecking,
    placeholderData: keepPreviousData,
  })
  const lastingError = useLastingError({ error, data })
  if (lastingError && !isChecking)
    return <ErrorNotice what="The rows" error={lastingError} busy={isFetching} onRetry={refetch} />

  function turnTo(to: number) {
    const after = to > page ? data?.next : data?.previous
    onSearch({ ...search, rows: shown, size, page: to, after: to > 1 ? (after ?? undefined) : undefined })
  }

  return (
    <>
      <PreviewTable layout={layout} shown={shown} rows={data?.items} busy={isPlaceholderData} />
      {data && (
        <Pager
          label="Pages of rows"
          page={page}
          pageSize={size}
          total={data.total}
          estimated={data.total_estimated}
          sizes={PAGE_SIZES}
          onNext={data.next ? () => turnTo(page + 1) : undefined}
          onPrevious={page > 1 ? () => turnTo(page - 1) : undefined}
          onSize={(wanted) =>
            onSearch({
              ...search,
              rows: shown,
              size: PAGE_SIZES.find((each) => each === wanted),
              page: undefined,
              after: undefined,
            })
          }
        />
      )}
    </>
  )
}

/** Deeper pages require a cursor. */
const MAX_PAGE = 400

/** The key includes the attempt, its check and the end, because checks and imports change the rows. */
function previewQuery(
  { source_filekey, attempt, validated_at, finished_at }: TrackedFile,
  { field, page = 1, after }: PreviewSearch,
  outcome: ListedOutcome,
  page_size: NonNullable<PreviewSearch['size']>,
) {
  const body = {
    source_filekey,
    outcome,
    page_size,
    ...(outcome === 'changed' && field && { field }),
    ...(after ? { after } : { page: Math.min(page, MAX_PAGE) }),
  }
  return queryOptions({
    queryKey: ['files', 'preview', attempt, validated_at, finished_at, body],
    queryFn: ({ signal }) => call(fileEndpoints.preview, { body, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
