import { duration } from '../../kit/format-number.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { numeric, Table } from '../../ui/table.tsx'
import { HourChart } from './charts.tsx'
import { useTile } from './dashboard-queries.ts'
import { Figures, Lead, Stack } from './figures.tsx'
import { filesEnded, filesInState, filesReceived } from './links.ts'
import { Tile } from './tile.tsx'

export function FilesTile({ date }: { date: string | undefined }) {
  return (
    <Tile
      title="Files"
      query={useTile('files', date)}
      table={({ by_hour }) => (
        <Table label="Files by hour" plain>
          <thead>
            <tr>
              <th scope="col">Hour</th>
              {['Received', 'Completed', 'With errors', 'Failed'].map((name) => (
                <th key={name} scope="col" {...numeric}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {by_hour.map(({ received, completed, with_errors, failed }, hour) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an hour of the day is its index
              <tr key={hour}>
                <th scope="row">{String(hour).padStart(2, '0')}:00</th>
                <td {...numeric}>{formatNumber(received)}</td>
                <td {...numeric}>{formatNumber(completed)}</td>
                <td {...numeric}>{formatNumber(with_errors)}</td>
                <td {...numeric}>{formatNumber(failed)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    >
      {(data) => (
        <>
          <Lead
            value={formatNumber(data.received)}
            behind={filesReceived(data.business_date)}
            caption={
              data.received_mean === null
                ? 'received'
                : `received, 7-day average ${data.received_mean.toFixed(1)}`
            }
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
                name: 'Oldest waiting',
                value: data.oldest_waiting_seconds,
                text: data.oldest_waiting_seconds === null ? '—' : duration(data.oldest_waiting_seconds),
              },
            ]}
          />
          {data.by_hour.some((hour) => Object.values(hour).some((count) => count > 0)) && (
            <HourChart hours={data.by_hour} />
          )}
        </>
      )}
    </Tile>
  )
}
