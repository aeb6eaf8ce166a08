import { FILE_STATE_LABELS } from '@backoffice/contract/file-states'
import { Card } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Figure, Figures } from './figures.tsx'
import type { Status } from './status-queries.ts'

type WorkProps = { rows: Status['rows'] | undefined; storage: Status['storage'] | undefined }

export function WorkCard({ rows, storage }: WorkProps) {
  return (
    <Card title="Work and storage">
      {rows && storage ? (
        <Figures
          figures={[
            ['Rows checked, last minute', perSecond(rows.validated_per_second)],
            ['Rows processed, last minute', perSecond(rows.answered_per_second)],
            ['Storage calls, last 5 min', formatNumber(storage.calls)],
            [
              'Storage p95',
              storage.p95_ms === null ? 'no calls' : `${formatNumber(Math.round(storage.p95_ms))} ms`,
            ],
            ['Storage errors', formatNumber(storage.errors), storage.errors > 0 ? 'bad' : undefined],
          ]}
        />
      ) : (
        <Skeleton width="100%" height={149} />
      )}
    </Card>
  )
}

const perSecond = (rows: number) => `${formatNumber(Math.round(rows))}/s`

const WARNING = new Set(['FAILED'])

type FilesProps = {
  files: Status['files'] | undefined
  held: Status['held_results'] | undefined
  nearHold: Status['users_near_hold'] | undefined
}

export function FilesCard({ files, held = 0, nearHold = 0 }: FilesProps) {
  return (
    <Card title="Files by state">
      {files ? (
        <Figures
          figures={[
            ...files.map(
              ({ state, files }): Figure => [
                FILE_STATE_LABELS[state],
                formatNumber(files),
                files > 0 && WARNING.has(state) ? 'bad' : undefined,
              ],
            ),
            ['Results held', formatNumber(held), held > 0 ? 'warn' : undefined],
            ['Users near a limit for guesses', formatNumber(nearHold), nearHold > 0 ? 'warn' : undefined],
          ]}
        />
      ) : (
        <Skeleton width="100%" height={417} />
      )}
    </Card>
  )
}
