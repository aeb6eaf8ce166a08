import type { Artifact, ImportPreview, TrackedFile } from '@backoffice/contract/files'
import { ErrorBoundary } from '../../../kit/feedback/error-boundary.tsx'
import { useUser } from '../../../session/store.ts'
import { Card } from '../../../ui/card.tsx'
import { CountTiles } from '../count-tiles.tsx'
import { DetailsCard } from '../details-card.tsx'
import { DownloadButton } from '../download-button.tsx'
import { ErrorsCard } from '../errors-card.tsx'
import { importsOf } from '../tracked/categories.ts'
import { mayReadRows } from '../tracked/file-permissions.ts'
import css from './import-part.module.css'
import { RejectedCard } from './rejected-card.tsx'

const REPORTS = [
  ['preview_new', 'Download new rows'],
  ['preview_changed', 'Download changed rows'],
  ['preview_unchanged', 'Download unchanged rows'],
] as const satisfies readonly (readonly [Artifact, string])[]

/** Outcome of an import: figures and downloads. */
export function EndedImport({ file, preview }: { file: TrackedFile; preview: ImportPreview }) {
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
