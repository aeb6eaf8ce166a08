import { CASE_REPLIES } from '@backoffice/contract/case-replies'
import { FILE_CODES, type FileCode } from '@backoffice/contract/file-codes'
import { isFinalState } from '@backoffice/contract/file-states'
import type { Artifact, ImportPreview, TrackedFile } from '@backoffice/contract/files'
import { type ImportLayout, layoutOf } from '@backoffice/contract/import-layouts'
import { useState } from 'react'
import { ErrorBoundary } from '../../../kit/feedback/error-notice.tsx'
import { plural } from '../../../kit/format/format-number.ts'
import { useUser } from '../../../session/store.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { CountTiles, DetailsCard } from '../details-card.tsx'
import { DownloadButton } from '../download-button.tsx'
import { ErrorsCard } from '../errors-card.tsx'
import { type PreviewSearch, shownRows } from '../file-search.ts'
import { useLastChecked } from '../progress-card.tsx'
import { importsOf, mayReadRows } from '../tracked/categories.ts'
import { ImportCard, WaitingCard } from './import-card.tsx'
import css from './import-part.module.css'
import { PreviewCard } from './preview-card.tsx'

type Props = {
  file: TrackedFile
  search: PreviewSearch
  onSearch: (search: PreviewSearch) => void
}

/** Preview and confirmation of an import, or its outcome once it ended. */
export function ImportPart({ file: current, search, onSearch }: Props) {
  const file = useLastChecked(current)
  const [hasDraft, setDraft] = useState(false)
  const layout = layoutOf(file.category)
  const user = useUser()
  const { preview } = file
  if (!preview || !layout) return <DetailsCard file={file} />
  // Preview rows are deleted once the file can no longer be imported.
  if (isFinalState(file.state) && file.state !== 'FAILED')
    return <EndedImport file={file} preview={preview} />
  const checking = file === current ? undefined : current
  const mayFix = file.state === 'AWAITING_CONFIRMATION' && (file.may.fix || hasDraft)
  // The grid has the confirmation in its footer.
  function onDraft(isDirty: boolean) {
    setDraft(isDirty)
    // After the check, another tab could be the first with rows.
    if (isDirty && search.rows === undefined) onSearch({ ...search, rows: 'rejected' })
  }
  const isFixing = mayFix && mayReadRows(file, user) && shownRows(search, preview) === 'rejected'
  return (
    <div className={css.columns} data-alone={isFixing || undefined}>
      <ErrorBoundary what="The rows">
        {mayReadRows(file, user) ? (
          <PreviewCard {...{ file, preview, layout, search, onSearch, checking, mayFix }} onDraft={onDraft} />
        ) : (
          <EmptyState title="You can’t view the rows of this file">
            Only the uploader and users with access to {layout.title} can view them.
          </EmptyState>
        )}
      </ErrorBoundary>
      {!isFixing && (
        <Aside
          file={file}
          preview={preview}
          layout={layout}
          mayFix={mayFix}
          isUnchecked={hasDraft || checking !== undefined}
        />
      )}
      <DetailsCard file={file} />
    </div>
  )
}

type AsideProps = {
  file: TrackedFile
  preview: NonNullable<TrackedFile['preview']>
  layout: ImportLayout
  mayFix: boolean
  /** True while fixed rows are not checked. */
  isUnchecked: boolean
}

function Aside({ file, preview, layout, mayFix, isUnchecked }: AsideProps) {
  const { approval, state } = file
  return (
    <div className={css.aside}>
      {state === 'AWAITING_CONFIRMATION' && (
        <ErrorBoundary what="The confirmation">
          {isUnchecked ? (
            <Card title={`Import into ${layout.title}`}>
              <p className={css.note}>Re-check the fixed rows under To fix first.</p>
            </Card>
          ) : approval?.status === 'PENDING' ? (
            <WaitingCard file={file} approval={approval} />
          ) : (
            <ImportCard file={file} preview={preview} layout={layout} />
          )}
        </ErrorBoundary>
      )}
      {preview.rejected > 0 && !mayFix && <RejectedCard file={file} preview={preview} />}
    </div>
  )
}

const REPORTS = [
  ['preview_new', 'Download new rows'],
  ['preview_changed', 'Download changed rows'],
  ['preview_unchanged', 'Download unchanged rows'],
] as const satisfies readonly (readonly [Artifact, string])[]

/** Outcome of an import, with figures and downloads. */
function EndedImport({ file, preview }: { file: TrackedFile; preview: ImportPreview }) {
  const { written } = preview
  const { changesOnly } = importsOf(file)
  const conflicts = written?.conflicts ?? 0
  const mayRead = mayReadRows(file, useUser())
  const hasRejected = preview.rejected + conflicts > 0
  const reports = REPORTS.filter(([artifact]) => file.artifacts.includes(artifact))
  return (
    <>
      <CountTiles
        tiles={[
          ...(changesOnly ? [] : ([['New', written?.new ?? preview.new, 'ok']] as const)),
          ['Changed', written?.changed ?? preview.changed, changesOnly ? 'ok' : 'plain'],
          ['Unchanged', preview.unchanged, 'quiet'],
          ['Rejected', preview.rejected, preview.rejected > 0 ? 'bad' : 'quiet'],
          ['Conflicts', conflicts, conflicts > 0 ? 'bad' : 'quiet'],
        ]}
      />
      <div className={css.columns} data-alone={!hasRejected || !mayRead || undefined}>
        {hasRejected && mayRead && (
          <ErrorBoundary what="The rejected rows">
            <ErrorsCard file={file} rejected={preview.rejected + conflicts} />
          </ErrorBoundary>
        )}
        <div className={css.aside}>
          {hasRejected && <RejectedCard file={file} preview={preview} />}
          {reports.length > 0 && (
            <Card title="Check results">
              <div className={css.reports}>
                {reports.map(([artifact, label]) => (
                  <DownloadButton key={artifact} file={file} artifact={artifact} label={label} />
                ))}
              </div>
            </Card>
          )}
          <DetailsCard file={file} />
        </div>
      </div>
    </>
  )
}

/** Rejected rows by code, and the file to fix them in. */
function RejectedCard({ file, preview }: { file: TrackedFile; preview: ImportPreview }) {
  const conflicts = preview.written?.conflicts ?? 0
  const codes = conflicts > 0 ? [{ code: 'conflict', count: conflicts }, ...preview.by_code] : preview.by_code
  const rejected = preview.rejected + conflicts
  const counted = codes.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card title={plural(rejected, 'rejected row')}>
      <ul className={css.codes}>
        {codes.map(({ code, count }) => (
          <li key={code}>
            {isFileCode(code) && <code>{code}</code>}
            <span>{phraseCode(code, file.category)}</span>
            <strong>{formatNumber(count)}</strong>
          </li>
        ))}
      </ul>
      {counted > rejected && <p className={css.note}>A row with several errors counts for each of them.</p>}
      {file.artifacts.includes('rejected') && (
        <>
          <div className={css.download}>
            <DownloadButton file={file} artifact="rejected" label="Download rejected" />
          </div>
          <p className={css.note}>
            The file has an extra column, <code>_errors</code>, which is ignored when you upload it again.
          </p>
        </>
      )}
    </Card>
  )
}

function isFileCode(code: string): code is FileCode {
  return code in FILE_CODES
}

/** Codes with another description for rows of imports than for inquiry rows. */
const OF_IMPORTS: Readonly<Record<string, string>> = {
  E006: 'The end is before the start',
  conflict: 'Changed after the check',
}

const OF_CASES: Readonly<Record<string, string>> = {
  E006: 'The day is in the future',
  E007: 'The case is unknown or already closed',
}

/** Description of a rejection code of a file category. */
export function phraseCode(code: string, category: string): string {
  const own = (category === CASE_REPLIES.category ? OF_CASES[code] : undefined) ?? OF_IMPORTS[code]
  if (own !== undefined) return own
  return isFileCode(code) ? FILE_CODES[code] : code
}
