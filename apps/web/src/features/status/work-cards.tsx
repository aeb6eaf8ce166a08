import { FILE_STATE_LABELS } from '@backoffice/contract/file-states'
import { labelOfState } from '@backoffice/contract/newer-release'
import { keysOf } from '@backoffice/contract/objects'
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

type Notable = Pick<Status, 'held_results' | 'users_near_hold' | 'users_with_many_cards'>
type FilesProps = { files: Status['files'] | undefined; notable: Notable | undefined }

const NOTABLE = {
  held_results: 'Results held',
  users_near_hold: 'Users near a limit for guesses',
  users_with_many_cards: 'Users with many cards today',
} as const satisfies Record<keyof Notable, string>

export function FilesCard({ files, notable }: FilesProps) {
  return (
    <Card title="Files by state">
      {files ? (
        <Figures
          figures={[
            ...files.map(
              ({ state, files }): Figure => [
                labelOfState(FILE_STATE_LABELS, state),
                formatNumber(files),
                files > 0 && WARNING.has(state) ? 'bad' : undefined,
              ],
            ),
            ...keysOf(NOTABLE).map((key): Figure => {
              const count = notable?.[key] ?? 0
              return [NOTABLE[key], formatNumber(count), count > 0 ? 'warn' : undefined]
            }),
          ]}
        />
      ) : (
        <Skeleton width="100%" height={445} />
      )}
    </Card>
  )
}
