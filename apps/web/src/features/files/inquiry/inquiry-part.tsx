import type { TrackedFile } from '@backoffice/contract/files'
import { useState } from 'react'
import { ErrorBoundary } from '../../../kit/feedback/error-boundary.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CountTiles, type Tile } from '../count-tiles.tsx'
import { DetailsCard } from '../details-card.tsx'
import { ErrorsCard, hasErrors } from '../errors-card.tsx'
import css from '../file-screen.module.css'
import { useLastChecked } from '../last-checked.ts'
import { useFixPart } from '../use-fix-part.ts'
import { Confirmation } from './confirmation.tsx'

/** Counts, confirmation, and the rows to fix or first errors of an inquiry. */
export function InquiryPart({ file: current }: { file: TrackedFile }) {
  const file = useLastChecked(current)
  const [hasDraft, setDraft] = useState(false)
  const { state, counts } = file
  const hasProblems = hasErrors(file)
  const mayFix = state === 'AWAITING_CONFIRMATION' && (file.may.fix || hasDraft)
  // After the last error is fixed, the grid stays to say so.
  const [hasFixed, setFixed] = useState(false)
  const [FixPart, failure] = useFixPart(mayFix && (hasProblems || hasFixed))
  function onDraft(isDirty: boolean) {
    setDraft(isDirty)
    if (isDirty) setFixed(true)
  }
  const isChecked = hasProblems && file.validated_at !== null
  return (
    <>
      {file.validated_at !== null && counts.total > 0 && <CountTiles tiles={tilesOf(file)} />}
      {state === 'AWAITING_CONFIRMATION' && counts.valid === 0 && (
        <Notice tone="bad" title="No row can be looked up.">
          Fix the rows below, or fix the file and upload it again.
        </Notice>
      )}
      {state === 'AWAITING_CONFIRMATION' && counts.valid > 0 && (
        <ErrorBoundary what="The confirmation">
          <Confirmation file={file} needsRecheck={hasDraft || file !== current} />
        </ErrorBoundary>
      )}
      {mayFix && FixPart ? (
        <>
          <div className={css.fix}>
            <ErrorBoundary what="The rows to fix">
              <FixPart file={file} checking={file === current ? undefined : current} onDraft={onDraft} />
            </ErrorBoundary>
          </div>
          <DetailsCard file={file} />
        </>
      ) : (
        <>
          {failure}
          <div className={css.columns} data-alone={!isChecked || undefined}>
            {isChecked && (
              <ErrorBoundary what="The errors">
                <ErrorsCard file={file} />
              </ErrorBoundary>
            )}
            <DetailsCard file={file} />
          </div>
        </>
      )}
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
