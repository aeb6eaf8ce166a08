import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { ErrorBoundary } from '../../../kit/error-boundary.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CountTiles, type Tile } from '../count-tiles.tsx'
import { DetailsCard } from '../details-card.tsx'
import { ErrorsCard } from '../errors-card.tsx'
import css from '../file-screen.module.css'
import { Confirmation } from './confirmation.tsx'

/** Counts, confirmation and first errors of an inquiry. */
export function InquiryPart({ file }: { file: TrackedFile }) {
  const { state, counts } = file
  const hasErrors = counts.error + counts.warning + counts.duplicate > 0
  return (
    <>
      {file.validated_at !== null && counts.total > 0 && <CountTiles tiles={tilesOf(file)} />}
      {state === 'AWAITING_CONFIRMATION' &&
        (counts.valid === 0 ? (
          <Notice tone="bad" title="No row can be looked up.">
            Correct the rows below and upload the file again.
          </Notice>
        ) : (
          <ErrorBoundary what="The confirmation">
            <Confirmation file={file} />
          </ErrorBoundary>
        ))}
      <div className={css.columns} data-alone={!hasErrors || undefined}>
        {hasErrors && file.validated_at !== null && (
          <ErrorBoundary what="The errors">
            <ErrorsCard file={file} />
          </ErrorBoundary>
        )}
        <DetailsCard file={file} />
      </div>
    </>
  )
}

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
  const left = counts.total - counts.processed
  const remaining: Tile[] = left > 0 ? [['Remaining', left, 'quiet']] : []
  // The API reports these once the inquiry is finished and its result is not held.
  if (counts.found === null || counts.not_found === null) {
    return [
      ['Rows', counts.total, 'plain'],
      ['Processed', counts.processed, 'plain'],
      invalid,
      duplicate,
      ...remaining,
    ]
  }
  return [
    ['Found', counts.found, 'ok'],
    ['Not found', counts.not_found, 'plain'],
    invalid,
    duplicate,
    ...remaining,
  ]
}
