import { ChangedNotice } from '../kit/record/edit-notices.tsx'
import { Notice } from '../ui/notice.tsx'
import type { AccessRecord } from './use-access-form.ts'

type Props<R extends AccessRecord> = { isMerged: boolean; newer: R | undefined; compare: (newer: R) => void }

/** Two versions are merged in the form, or another user has saved while it is changed. */
export function AccessNotices<R extends AccessRecord>({ isMerged, newer, compare }: Props<R>) {
  return (
    <>
      {isMerged && (
        <Notice tone="info" live>
          Both changes are in the form now. Look at what saving changes, then save.
        </Notice>
      )}
      {newer && (
        <ChangedNotice
          version={newer}
          by={newer.updated_by?.name ?? 'The system'}
          onShow={() => compare(newer)}
        />
      )}
    </>
  )
}
