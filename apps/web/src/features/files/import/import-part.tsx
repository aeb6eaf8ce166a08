import { isFinalState } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import type { ImportLayout } from '@backoffice/contract/import-layout'
import { layoutOf } from '@backoffice/contract/import-layouts'
import { useState } from 'react'
import { ErrorBoundary } from '../../../kit/feedback/error-boundary.tsx'
import { useUser } from '../../../session/store.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { DetailsCard } from '../details-card.tsx'
import { useLastChecked } from '../last-checked.ts'
import { mayReadRows } from '../tracked/file-permissions.ts'
import { EndedImport } from './ended-import.tsx'
import { ImportCard } from './import-card.tsx'
import css from './import-part.module.css'
import { PreviewCard } from './preview-card.tsx'
import { type PreviewSearch, shownRows } from './preview-search.ts'
import { RejectedCard } from './rejected-card.tsx'
import { WaitingCard } from './waiting-card.tsx'

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
