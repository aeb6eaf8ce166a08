import type { TrackedFile } from '@backoffice/contract/files'
import { CountTiles } from './count-tiles.tsx'
import { DetailsCard } from './details-card.tsx'

/** Outcomes of an action on all matching rows. */
export function ActionPart({ file }: { file: TrackedFile }) {
  const { total, processed, valid, skipped, error } = file.counts
  const left = Math.max(0, total - processed)
  if (file.action?.action === 'map')
    return (
      <>
        <CountTiles
          tiles={[
            ['Waiting', total, 'plain'],
            ['Mapped', valid, valid > 0 ? 'ok' : 'quiet'],
            ['Not mapped', skipped, skipped > 0 ? 'warn' : 'quiet'],
            ['Remaining', left, 'quiet'],
          ]}
        />
        <DetailsCard file={file} />
      </>
    )
  return (
    <>
      <CountTiles
        tiles={[
          ['Matched', total, 'plain'],
          ['Done', valid, valid > 0 ? 'ok' : 'quiet'],
          ['Unchanged', skipped, 'quiet'],
          ['Refused', error, error > 0 ? 'bad' : 'quiet'],
          ['Remaining', left, 'quiet'],
        ]}
      />
      <DetailsCard file={file} />
    </>
  )
}
