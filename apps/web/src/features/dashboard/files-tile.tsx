import { duration } from '../../kit/format/format-number.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { numeric, Table } from '../../ui/table.tsx'
import { type TileData, useTile } from './dashboard-queries.ts'
import { emptyDay } from './empty-day.ts'
import { Figures, Lead, Stack } from './figures.tsx'
import { filesEnded, filesInState, filesReceived, filesWaiting } from './links.ts'
import { Tile } from './tile.tsx'

export function FilesTile({ date }: { date: string | undefined }) {
  return (
    <Tile
      title="Files"
      query={useTile('files', date)}
      table={{ label: 'By hour', view: (data) => <ByHour data={data} /> }}
    >
      {(data) => (
        <>
          <Lead
            value={formatNumber(data.received)}
            behind={filesReceived(data.business_date)}
            caption={captionOf(data)}
            line={{ label: 'Files received, the last 7 days', values: data.received_by_day }}
          />
          <Stack
            parts={[
              { name: 'completed', value: data.completed, tone: 'ok' },
              { name: 'with errors', value: data.with_errors, tone: 'warn' },
              { name: 'failed', value: data.failed, tone: 'bad' },
            ]}
          />
          <Figures
            columns={2}
            figures={[
              {
                name: 'Completed',
                value: data.completed,
                tone: 'ok',
                behind: filesEnded(data.business_date, 'COMPLETED'),
              },
              {
                name: 'With errors',
                value: data.with_errors,
                tone: 'warn',
                behind: filesEnded(data.business_date, 'COMPLETED_WITH_ERRORS'),
              },
              {
                name: 'Failed',
                value: data.failed,
                tone: 'bad',
                behind: filesEnded(data.business_date, 'FAILED'),
              },
              {
                name: 'Open now',
                value: data.open,
                tone: 'info',
                behind: filesInState(
                  'UPLOADED',
                  'VALIDATING',
                  'MATCHING',
                  'QUEUED',
                  'PROCESSING',
                  'AWAITING_CONFIRMATION',
                ),
              },
              {
                name: 'To confirm',
                value: data.awaiting_confirmation,
                tone: 'warn',
                behind: filesInState('AWAITING_CONFIRMATION'),
              },
              {
                name: 'Oldest',
                value: data.oldest_waiting_seconds,
                text: shortDuration(data.oldest_waiting_seconds),
                behind: filesWaiting(),
              },
            ]}
          />
        </>
      )}
    </Tile>
  )
}

function captionOf({ received, received_mean: mean, business_date }: TileData<'files'>): string {
  const average = mean === null ? undefined : `7-day average ${mean.toFixed(1)}`
  return received === 0
    ? [emptyDay('files received', business_date), average].filter(Boolean).join(' ')
    : ['received', average].filter(Boolean).join(', ')
}

/** `14 h` */
const shortDuration = (seconds: number | null) =>
  seconds === null ? '—' : duration(seconds).replace(/(min|h|d)(ays| .*)/, '$1')

type Hour = TileData<'files'>['by_hour'][number]

const COLUMNS: readonly (readonly [keyof Hour, string])[] = [
  ['received', 'Received'],
  ['completed', 'Completed'],
  ['with_errors', 'With errors'],
  ['failed', 'Failed'],
]

/** Hours with files. */
function ByHour({ data: { by_hour, business_date } }: { data: TileData<'files'> }) {
  const hours = [...by_hour.entries()].filter(([, hour]) => COLUMNS.some(([name]) => hour[name] > 0))
  if (hours.length === 0) return <p>{emptyDay('files received or finished', business_date)}</p>
  return (
    <Table label="Files by hour" plain>
      <thead>
        <tr>
          <th scope="col">Hour</th>
          {COLUMNS.map(([name, label]) => (
            <th key={name} scope="col" {...numeric}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map(([hour, counts]) => (
          <tr key={hour}>
            <th scope="row">{String(hour).padStart(2, '0')}:00</th>
            {COLUMNS.map(([name]) => (
              <td key={name} {...numeric}>
                {formatNumber(counts[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
