import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { isFinalState } from '@backoffice/contract/file-states'
import type { ImportLayout } from '@backoffice/contract/import-layout'
import { layoutOf } from '@backoffice/contract/import-layouts'
import { mayReadRows } from '../../../files/file-permissions.ts'
import { ErrorBoundary } from '../../../kit/error-boundary.tsx'
import { useUser } from '../../../session/store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { DetailsCard } from '../details-card.tsx'
import { EndedImport } from './ended-import.tsx'
import { ImportCard } from './import-card.tsx'
import css from './import-part.module.css'
import { PreviewCard } from './preview-card.tsx'
import type { PreviewSearch } from './preview-search.ts'
import { RejectedCard } from './rejected-card.tsx'
import { WaitingCard } from './waiting-card.tsx'

type Props = {
  file: TrackedFile
  search: PreviewSearch
  onSearch: (search: PreviewSearch) => void
}

/** Preview and confirmation of an import, or its outcome once it ended. */
export function ImportPart({ file, search, onSearch }: Props) {
  const layout = layoutOf(file.category)
  const user = useUser()
  if (!file.preview || !layout) return <DetailsCard file={file} />
  // Preview rows are deleted once the file can no longer be imported.
  if (isFinalState(file.state) && file.state !== 'FAILED')
    return <EndedImport file={file} preview={file.preview} />
  return (
    <div className={css.columns}>
      <ErrorBoundary what="The rows">
        {mayReadRows(file, user) ? (
          <PreviewCard
            file={file}
            preview={file.preview}
            layout={layout}
            search={search}
            onSearch={onSearch}
          />
        ) : (
          <EmptyState title="You can’t view the rows of this file">
            Only the uploader and users with access to {layout.title} can view them.
          </EmptyState>
        )}
      </ErrorBoundary>
      <Aside file={file} preview={file.preview} layout={layout} />
      <DetailsCard file={file} />
    </div>
  )
}

type AsideProps = {
  file: TrackedFile
  preview: NonNullable<TrackedFile['preview']>
  layout: ImportLayout
}

function Aside({ file, preview, layout }: AsideProps) {
  const { approval } = file
  return (
    <div className={css.aside}>
      {file.state === 'AWAITING_CONFIRMATION' && (
        <ErrorBoundary what="The confirmation">
          {approval?.status === 'PENDING' ? (
            <WaitingCard file={file} approval={approval} />
          ) : (
            <ImportCard file={file} preview={preview} layout={layout} />
          )}
        </ErrorBoundary>
      )}
      {preview.rejected > 0 && <RejectedCard file={file} preview={preview} />}
    </div>
  )
}
