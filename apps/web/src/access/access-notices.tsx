import { whenInSentence } from '../kit/format-time.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { AccessRecord } from './use-access-form.ts'

type Props<Record extends AccessRecord> = {
  /** After two versions were merged into the form. */
  merged: string | undefined
  /** What somebody else has saved while the form was changed. */
  newer: Record | undefined
  onShow: (newer: Record) => void
}

export function AccessNotices<Record extends AccessRecord>({ merged, newer, onShow }: Props<Record>) {
  return (
    <>
      {merged && (
        <Notice tone="info" live>
          {merged}
        </Notice>
      )}
      {newer && (
        <Notice tone="info" live action={<Button onClick={() => onShow(newer)}>Show</Button>}>
          {newer.updated_by?.name ?? 'The system'} saved version {newer.version}{' '}
          {whenInSentence(newer.updated_at)}.
        </Notice>
      )}
    </>
  )
}
