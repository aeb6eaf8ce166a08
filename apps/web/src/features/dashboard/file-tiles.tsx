import { FILE_CODES } from '@backoffice/contract/file-codes'
import { isKeyOf } from '@backoffice/contract/objects'
import { percent } from '../../kit/format/format-amount.ts'
import { duration } from '../../kit/format/format-number.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { numeric, Table } from '../../ui/table.tsx'
import { emptyDay } from './business-date.tsx'
import { type TileData, useTile } from './dashboard-queries.ts'
import figureCss from './figures.module.css'
import { CodeFigures, Figures, Lead, Stack } from './figures.tsx'
import { filesEnded, filesInState, filesReceived, filesWaiting, filesWithErrors } from './links.ts'
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
            source={filesReceived(data.business_date)}
            caption={filesCaption(data)}
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
                source: filesEnded(data.business_date, 'COMPLETED'),
              },
              {
                name: 'With errors',
                value: data.with_errors,
                tone: 'warn',
                source: filesEnded(data.business_date, 'COMPLETED_WITH_ERRORS'),
              },
              {
                name: 'Failed',
                value: data.failed,
                tone: 'bad',
                source: filesEnded(data.business_date, 'FAILED'),
              },
              {
                name: 'Open now',
                value: data.open,
                tone: 'info',
                source: filesInState(
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
                source: filesInState('AWAITING_CONFIRMATION'),
              },
              {
                name: 'Oldest',
                value: data.oldest_waiting_seconds,
                text: shortDuration(data.oldest_waiting_seconds),
                source: filesWaiting(),
              },
            ]}
          />
        </>
      )}
    </Tile>
  )
}

function filesCaption({ received, received_mean: mean, business_date }: TileData<'files'>): string {
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

/** Description of a code up to its colon, without the fix. */
const nameOf = (code: string) => (isKeyOf(FILE_CODES, code) ? FILE_CODES[code] : code).split(':')[0] ?? code

export function RowsTile({ date }: { date: string | undefined }) {
  return (
    <Tile title="Rows" query={useTile('rows', date)}>
      {(data) => {
        const { rejected_percent: share, rejected_percent_before: before, business_date } = data
        const isWorse = share !== null && before !== null && share > before
        return (
          <>
            <Lead
              isInline
              value={share === null ? '—' : percent(share)}
              tone={isWorse ? 'warn' : undefined}
              source={filesWithErrors(business_date)}
              caption={rowsCaption(data)}
            />
            {data.codes.length > 0 && (
              <CodeFigures
                figures={data.codes.map(({ code, errors }) => ({
                  code,
                  name: nameOf(code),
                  value: errors,
                  source: filesWithErrors(business_date, code),
                }))}
              />
            )}
            {data.codes.length === 0 && data.checked > 0 && (
              <p className={figureCss.under}>No row had an error.</p>
            )}
            <Figures
              figures={[
                {
                  name: 'Processed',
                  note:
                    data.processed_mean === null
                      ? undefined
                      : `7-day average ${formatNumber(Math.round(data.processed_mean))}`,
                  value: data.processed,
                  source: filesEnded(business_date, 'COMPLETED', 'COMPLETED_WITH_ERRORS'),
                },
              ]}
            />
          </>
        )
      }}
    </Tile>
  )
}

function rowsCaption({
  checked,
  rejected,
  rejected_percent_before: before,
  business_date,
}: TileData<'rows'>) {
  const average = before === null ? 'no earlier rows' : `7-day average ${percent(before)}`
  return checked === 0
    ? emptyDay('rows checked', business_date)
    : `${formatNumber(rejected)} of ${formatNumber(checked)} rejected, ${average}`
}
