import type { ImportPreview, TrackedFile } from '@backoffice/contract/files'
import type { RowsToFix } from '@backoffice/contract/fixes'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { RefusalNotice } from '../../../kit/feedback/refusal-notice.tsx'
import { plural } from '../../../kit/format/format-number.ts'
import { ApiError } from '../../../net/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { Kbd } from '../../../ui/kbd.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DownloadButton } from '../download-button.tsx'
import { errorsQuery } from '../errors-card.tsx'
import { ImportValid } from '../import/import-valid.tsx'
import css from './fix-part.module.css'

type Props = {
  id: string
  file: TrackedFile
  reply: RowsToFix | undefined
  fixed: number
  checking: TrackedFile | undefined
  showsWarned: boolean
  onWarned: (showsWarned: boolean) => void
  /** Undefined without open problems. */
  onNext: (() => void) | undefined
}

/** Heading with counts, filter and the way to the next error. */
export function FixHead({ id, file, reply, fixed, checking, showsWarned, onWarned, onNext }: Props) {
  const warned = reply?.total_warned ?? 0
  const rejected = reply?.total_rejected ?? 0
  return (
    <header className={css.top}>
      <h2 id={id}>
        {rejected > 0 ? `${plural(rejected, 'row')} to fix` : 'Rows to fix'}
        {fixed > 0 && <span> — {formatNumber(fixed)} fixed</span>}
      </h2>
      {checking ? (
        <div className={css.checking}>
          <span>Checking the fixed rows</span>
          <Progress
            label="Check of the fixed rows"
            value={checking.percent > 0 ? checking.percent : null}
            thin
          />
        </div>
      ) : (
        <div className={css.tools}>
          {reply && <Extent reply={reply} showsWarned={showsWarned} />}
          {warned > 0 && rejected > 0 && (
            <Button variant="quiet" aria-pressed={showsWarned} onClick={() => onWarned(!showsWarned)}>
              {warnedLabel(file)} {formatNumber(warned)}
            </Button>
          )}
          {onNext && (
            <Button variant="quiet" onClick={onNext} aria-keyshortcuts="F8">
              Next error <Kbd keys="F8" />
            </Button>
          )}
        </div>
      )}
    </header>
  )
}

/** Duplicates are counted apart from rows with warnings. */
function warnedLabel({ counts: { duplicate, warning } }: TrackedFile): string {
  if (duplicate === 0) return 'Rows with warnings'
  return warning === 0 ? 'Duplicates' : 'Duplicates and warnings'
}

function Extent({ reply, showsWarned }: { reply: RowsToFix; showsWarned: boolean }) {
  const { rows, total_rejected, total_warned } = reply
  const rejected = rows.filter(({ outcome }) => outcome === 'rejected').length
  const warned = rows.length - rejected
  const parts = [
    rejected < total_rejected &&
      `The first ${formatNumber(rejected)} of ${formatNumber(total_rejected)}. Re-check to see the next.`,
    showsWarned &&
      warned < total_warned &&
      `With the first ${formatNumber(warned)} of ${formatNumber(total_warned)} warnings.`,
  ].filter(Boolean)
  return parts.length > 0 && <span>{parts.join(' ')}</span>
}

/** Results of a re-check that did not start, and of a check by another page. */
export function FixNotices({ error, dropped }: { error: unknown; dropped: number }) {
  if (error === undefined && dropped === 0) return null
  return (
    <div className={css.notices}>
      {error instanceof ApiError && error.status === 409 ? (
        <Notice tone="warn" title="The file has changed in the meantime." live>
          Nothing was saved. Your changes are still here: compare them with the rows, then re-check again.
        </Notice>
      ) : (
        error !== undefined && <RefusalNotice error={error} />
      )}
      {dropped > 0 && (
        <Notice tone="quiet" title="The rows were checked again." live>
          {plural(dropped, 'changed row is', 'changed rows are')} no longer listed, and{' '}
          {dropped === 1 ? 'its change was' : 'their changes were'} dropped.
        </Notice>
      )}
    </div>
  )
}

const KEYS = [
  ['Enter', 'Edit or save a cell'],
  ['Esc', 'Undo'],
  ['mod+v', 'Paste a block'],
  ['Alt\u00a0↵', 'Use the suggestion'],
] as const

export function KeyLegend() {
  return (
    <ul className={css.legend}>
      {KEYS.map(([keys, label]) => (
        <li key={keys}>
          <Kbd keys={keys} /> {label}
        </li>
      ))}
    </ul>
  )
}

export function FixSkeleton() {
  return (
    <div className={css.skeleton} aria-busy="true">
      {['1', '2', '3', '4', '5', '6', '7'].map((row) => (
        <Skeleton key={row} width="100%" height={30} />
      ))}
    </div>
  )
}

/** Columns of an inquiry that the check did not know, on one line. The grid has no cells of them. */
export function IgnoredColumns({ file }: { file: TrackedFile }) {
  const { data } = useQuery({ ...errorsQuery(file), enabled: file.kind === 'inquiry' && !file.matching })
  const names = (data?.items ?? []).flatMap(({ code, row_number, column }) =>
    code === 'W001' && row_number === 0 ? [column] : [],
  )
  if (names.length === 0) return null
  return (
    <p className={css.ignored}>
      {plural(names.length, 'column is', 'columns are')} ignored: {names.join(', ')}
    </p>
  )
}

type FixFooterProps = {
  file: TrackedFile
  /** Undefined for an inquiry, which has its own form. */
  preview: ImportPreview | undefined
  changed: number
  fixed: number
  isChecking: boolean
  onRecheck: () => void
  onBlocked: () => void
  footer: RefObject<HTMLElement | null>
}

/** Next steps of the fixes. */
export function FixFooter({ file, preview, changed, fixed, isChecking, footer, ...on }: FixFooterProps) {
  const hasDraft = changed > 0
  return (
    <footer ref={footer} className={css.footer} data-sticks={preview && true}>
      <span>{isChecking ? 'The fixed rows are being checked.' : describeDraft(changed, fixed, preview)}</span>
      <div className={css.buttons}>
        {file.artifacts.includes('rejected') && (
          <DownloadButton file={file} artifact="rejected" label="Download the rest" />
        )}
        <PermissionGate permission="file:upload">
          <Button
            variant={hasDraft ? 'primary' : 'plain'}
            busy={isChecking}
            aria-disabled={!hasDraft || undefined}
            onClick={() => hasDraft && on.onRecheck()}
          >
            Re-check
          </Button>
        </PermissionGate>
        {preview && (
          <ImportValid
            file={file}
            preview={preview}
            onBlocked={hasDraft || isChecking ? on.onBlocked : undefined}
          />
        )}
      </div>
    </footer>
  )
}

function describeDraft(changed: number, fixed: number, preview: ImportPreview | undefined): string {
  const left = changed - fixed
  const parts = [
    fixed > 0 &&
      `${plural(fixed, 'fixed row is', 'fixed rows are')} ${preview ? 'imported' : 'looked up'} after a re-check.`,
    left > 0 && `${plural(left, 'changed row still has', 'changed rows still have')} problems.`,
  ]
  return parts.filter(Boolean).join(' ') || 'Nothing is changed yet. Fix cells, then re-check.'
}
